//! What the standard libraries of C and of its systems are known to have.

/// Headers that are nobody else's when they are included without quotes, sorted.
#[rustfmt::skip]
const HEADERS: [&str; 31] = [
    "assert.h", "complex.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "iso646.h",
    "limits.h", "locale.h", "math.h", "setjmp.h", "signal.h", "stdalign.h", "stdarg.h",
    "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "stdnoreturn.h",
    "string.h", "strings.h", "tgmath.h", "threads.h", "time.h", "uchar.h", "unistd.h", "wchar.h",
    "wctype.h",
];

/// Functions that a project only means when it shows its own in the same translation unit, sorted.
#[rustfmt::skip]
const FUNCTIONS: [&str; 271] = [
    "abort", "abs", "accept", "access", "acos", "alarm", "asctime", "asin", "assert", "atan",
    "atan2", "atexit", "atof", "atoi", "atol", "atoll", "bind", "bsearch", "calloc", "cbrt",
    "ceil", "chdir", "chmod", "chown", "clearerr", "clock", "clock_gettime", "close", "closedir",
    "connect", "cos", "cosh", "ctime", "difftime", "div", "dlclose", "dlerror", "dlopen", "dlsym",
    "dup", "dup2", "execve", "execvp", "exit", "exp", "exp2", "fabs", "fchmod", "fclose", "fcntl",
    "fdopen", "feof", "ferror", "fflush", "fgetc", "fgets", "fileno", "floor", "fmod", "fopen",
    "fork", "fprintf", "fputc", "fputs", "fread", "free", "freeaddrinfo", "frexp", "fscanf",
    "fseek", "fseeko", "fsetpos", "fstat", "fsync", "ftell", "ftello", "ftruncate", "fwrite",
    "getaddrinfo", "getc", "getchar", "getcwd", "getenv", "getopt", "getopt_long", "getpid",
    "getppid", "getpwnam", "getpwuid", "getrlimit", "getrusage", "getsockname", "getsockopt",
    "gettimeofday", "getuid", "gmtime", "gmtime_r", "hypot", "inet_ntop", "inet_pton", "ioctl",
    "isalnum", "isalpha", "isatty", "iscntrl", "isdigit", "isgraph", "isinf", "islower", "isnan",
    "isprint", "ispunct", "isspace", "isupper", "isxdigit", "kill", "labs", "ldexp", "listen",
    "localeconv", "localtime", "localtime_r", "log", "log10", "log1p", "log2", "longjmp", "lseek",
    "lstat", "malloc", "mbstowcs", "memchr", "memcmp", "memcpy", "memmem", "memmove", "memset",
    "mkdir", "mkstemp", "mktime", "mmap", "modf", "mprotect", "munmap", "nanosleep", "open",
    "opendir", "pause", "perror", "pipe", "poll", "posix_memalign", "pow", "printf", "putc",
    "putchar", "puts", "qsort", "raise", "rand", "random", "read", "readdir", "readlink",
    "realloc", "realpath", "recv", "recvfrom", "recvmsg", "remove", "rename", "rewind",
    "rewinddir", "rmdir", "round", "scanf", "select", "send", "sendmsg", "sendto", "setbuf",
    "setenv", "setjmp", "setlocale", "setsockopt", "setvbuf", "shutdown", "sigaction",
    "sigaddset", "sigemptyset", "sigfillset", "signal", "sigprocmask", "sin", "sinh", "sleep",
    "snprintf", "socket", "socketpair", "sprintf", "sqrt", "srand", "srandom", "sscanf", "stat",
    "stpcpy", "strcasecmp", "strcat", "strchr", "strcmp", "strcoll", "strcpy", "strcspn",
    "strdup", "strerror", "strerror_r", "strftime", "strlen", "strncasecmp", "strncat", "strncmp",
    "strncpy", "strndup", "strnlen", "strpbrk", "strptime", "strrchr", "strsep", "strspn",
    "strstr", "strtod", "strtof", "strtok", "strtok_r", "strtol", "strtold", "strtoll", "strtoul",
    "strtoull", "strtoumax", "strxfrm", "symlink", "sysconf", "system", "tan", "tanh", "time",
    "tmpfile", "tolower", "toupper", "trunc", "umask", "ungetc", "unlink", "unsetenv", "usleep",
    "utime", "va_arg", "va_copy", "va_end", "va_start", "vfprintf", "vprintf", "vsnprintf",
    "vsprintf", "vsscanf", "waitpid", "wcscmp", "wcscpy", "wcslen", "write",
];

pub fn is_header(path: &str) -> bool {
    HEADERS.binary_search(&path).is_ok()
}

pub fn is_function(name: &str) -> bool {
    name.starts_with("pthread_") || FUNCTIONS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, HEADERS};

    #[test]
    fn names_are_sorted() {
        assert!(HEADERS.is_sorted());
        assert!(FUNCTIONS.is_sorted());
    }
}
