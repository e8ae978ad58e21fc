"""What the bench-* scripts share: a sealed home, a tree of public sources, process accounting.

Figures are CPU seconds, milliseconds and bytes of one machine; what is compared with a target as
a ratio was measured in one run, the two sides in turn.
"""
import argparse, contextlib, ctypes, glob, json, os, pathlib, random, resource, shutil, socket
import subprocess, sys, sysconfig, tempfile, threading, time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
CARGO_TARGET = pathlib.Path(os.environ.get('CARGO_TARGET_DIR', REPOSITORY / 'target'))
SUFFIXES = {'.py', '.rs', '.js', '.mjs', '.ts', '.tsx', '.go', '.java', '.c', '.h', '.cc', '.cpp',
            '.hpp', '.rb', '.sh', '.md', '.json', '.yaml', '.yml', '.toml'}
COMMENT = {'.py': '# ', '.rb': '# ', '.sh': '# ', '.yaml': '# ', '.yml': '# ', '.toml': '# ', '.md': ''}
LEFT_OUT = {'node_modules', 'site-packages', '__pycache__', 'target', 'build', 'dist', 'out', 'vendor',
            'third_party', 'coverage', 'bower_components', 'CVS'}


def arguments(description, **more):
    """The options that every bench script has; `more` maps a name to add_argument's keywords."""
    parser = argparse.ArgumentParser(description=description)
    for name, options in more.items():
        parser.add_argument(name if options.pop('positional', False) else '--' + name.replace('_', '-'), **options)
    parser.add_argument('--binary', type=pathlib.Path, default=CARGO_TARGET / 'release/heimdall',
                        help='the program [default: the release build, made when it is not there]')
    parser.add_argument('--work', type=pathlib.Path,
                        help='keep trees and indexes here for the next script [default: a temporary directory]')
    parser.add_argument('--json', action='store_true', help='print one JSON object a figure')
    args = parser.parse_args()
    if not args.binary.exists():
        cargo('build', '--release')
    args.binary = args.binary.resolve()
    if args.work:
        args.work.mkdir(parents=True, exist_ok=True)
        args.work = args.work.resolve()
    else:
        directory = tempfile.mkdtemp(prefix='heimdall-bench-')
        import atexit
        atexit.register(shutil.rmtree, directory, True)
        args.work = pathlib.Path(directory).resolve()
    return args


def cargo(*words):
    subprocess.run(['cargo', *words], cwd=REPOSITORY, check=True, stdout=sys.stderr)


def example(name):
    """The release build of an example of the actors; made when a source is newer."""
    cargo('build', '--quiet', '--release', '-p', 'heimdall-actors', '--example', name)
    return CARGO_TARGET / 'release/examples' / name


class Report:
    """Figures, one a line, each with its target when it has one."""

    def __init__(self, args):
        self.as_json = args.json

    def __call__(self, figure, value, unit='', target=None, below=True):
        met = None if target is None else (value <= target if below else value >= target)
        if self.as_json:
            print(json.dumps({'figure': figure, 'value': value, 'unit': unit, 'target': target,
                              'below': below, 'ok': met}), flush=True)
            return
        print(line(figure, value, unit, target, below, met), flush=True)


def line(figure, value, unit, target, below, met):
    shown = f'{value:,.3f}'.rstrip('0').rstrip('.') if isinstance(value, float) else f'{value:,}'
    wanted = '' if target is None else f"{'<=' if below else '>='} {target:g}"
    return f"{figure:<58} {shown:>12} {unit:<8} {wanted:>9} {'' if met is None else 'ok' if met else 'MISS'}"


def quantile(values, q):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


# ---- trees ----

def sources():
    """Public sources that a machine with this project's tools has: (label, file) in a fixed order."""
    places = [('python', pathlib.Path(sysconfig.get_paths()['stdlib']))]
    home = pathlib.Path(os.environ.get('CARGO_HOME', pathlib.Path.home() / '.cargo'))
    places += [('crates', pathlib.Path(p)) for p in sorted(glob.glob(str(home / 'registry/src/*')))]
    sysroot = subprocess.run(['rustc', '--print', 'sysroot'], capture_output=True, text=True)
    if sysroot.returncode == 0:
        places.append(('rust', pathlib.Path(sysroot.stdout.strip()) / 'lib/rustlib/src'))
    places += [('include', pathlib.Path('/usr/include')), ('python3', pathlib.Path('/usr/lib/python3')),
               ('node', pathlib.Path('/usr/lib/node_modules'))]
    for label, place in places:
        found = []
        for directory, directories, files in os.walk(place):
            directories[:] = sorted(d for d in directories if d not in LEFT_OUT and d[0] != '.')
            for name in files:
                path = pathlib.Path(directory, name)
                if path.suffix in SUFFIXES and name[0] != '.' and not path.is_symlink() and 0 < path.stat().st_size <= 256 << 10:
                    found.append(path)
        yield from ((label, place, path) for path in sorted(found))


def make_tree(directory, count):
    """Copies `count` sources; when there are fewer, copies them again with a line more. What no
    scan would index (caches, build output) is left out."""
    done = directory / '.complete'
    if done.exists() and done.read_text() == str(count):
        return directory
    shutil.rmtree(directory, ignore_errors=True)
    found = list(sources())
    if not found:
        sys.exit('bench: no sources were found on this machine')
    random.Random(7).shuffle(found)
    for n in range(count):
        label, place, path = found[n % len(found)]
        again = n // len(found)
        target = directory / (label if not again else f'{label}-{again}') / path.relative_to(place)
        target.parent.mkdir(parents=True, exist_ok=True)
        data = path.read_bytes()
        if again and path.suffix != '.json':
            data += f"\n{COMMENT.get(path.suffix, '// ')}variant {again}\n".encode()
        target.write_bytes(data)
    done.write_text(str(count))
    return directory


def generated_c(path, size, seed):
    """A C file of tables and switches, as generators of parsers write them."""
    rng = random.Random(seed)
    with open(path, 'w') as out:
        out.write(f'/* Generated. */\n#include <stdint.h>\n\nstatic const uint16_t table_{seed}[][4] = {{\n')
        while out.tell() < size * 0.6:
            out.write('  [%d] = {ACTIONS(%d), SHIFT(%d), sym_%x, %d},\n' % (
                rng.randrange(99999), rng.randrange(9999), rng.randrange(9999), rng.randrange(1 << 16), rng.randrange(9)))
        out.write('};\n\n')
        n = 0
        while out.tell() < size - 400:
            out.write(f'static int state_{seed}_{n}(int lookahead) {{\n  switch (lookahead) {{\n')
            for _ in range(8):
                out.write(f"    case {rng.randrange(999)}: if (lookahead == {rng.randrange(99)}) return {rng.randrange(9999)};\n      break;\n")
            out.write('  }\n  return 0;\n}\n\n')
            n += 1


# ---- processes ----

def reap_orphans():
    """Workers that outlive their parent become ours, so that their CPU is counted."""
    with contextlib.suppress(Exception):
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def tree_of(pid):
    """The process and all below it."""
    found, todo = [], [pid]
    while todo:
        at = todo.pop()
        found.append(at)
        for children in glob.glob(f'/proc/{at}/task/*/children'):
            with contextlib.suppress(OSError):
                todo += map(int, open(children).read().split())
    return found


def resident(pid, field='Rss'):
    """Bytes resident in the tree of processes; pages that are shared count once with field Pss."""
    total = 0
    for at in tree_of(pid):
        with contextlib.suppress(OSError, ValueError, IndexError):
            if field == 'Rss':
                total += int(open(f'/proc/{at}/statm').read().split()[1]) * resource.getpagesize()
            else:
                text = open(f'/proc/{at}/smaps_rollup').read()
                total += int(text.split(field + ':')[1].split()[0]) << 10
    return total


def cpu_of(pid):
    """CPU seconds of the tree of processes and of children that were waited for."""
    ticks = 0
    for at in tree_of(pid):
        with contextlib.suppress(OSError):
            fields = open(f'/proc/{at}/stat').read().rsplit(')', 1)[1].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf('SC_CLK_TCK')


def written(pid):
    """(bytes given to write calls, bytes sent to disk) by the tree of processes."""
    chars = disk = 0
    for at in tree_of(pid):
        with contextlib.suppress(OSError):
            fields = dict(l.split(': ') for l in open(f'/proc/{at}/io').read().splitlines())
            chars, disk = chars + int(fields['wchar']), disk + int(fields['write_bytes'])
    return chars, disk


class Run:
    """One run of a command: CPU seconds of the whole tree, wall seconds, peak bytes resident."""

    def __init__(self, command, env=None, stdin=None, sample=False, check=True):
        reap_orphans()
        before, start, self.peak, self.peak_by = cpu_waited(), time.monotonic(), 0, ''
        process = subprocess.Popen(list(map(str, command)), env=env, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        over = threading.Event()
        sampler = threading.Thread(target=self._sample, args=(process.pid, over))
        if sample:
            sampler.start()
        self.out, self.err = process.communicate(stdin)
        self.wall = time.monotonic() - start
        over.set()
        if sample:
            sampler.join()
        with contextlib.suppress(ChildProcessError):
            deadline = time.monotonic() + 2
            while time.monotonic() < deadline:
                if os.waitpid(-1, os.WNOHANG) == (0, 0):
                    time.sleep(0.01)
        self.cpu, self.code = cpu_waited() - before, process.returncode
        if check and self.code:
            sys.exit(f"bench: {' '.join(map(str, command))} ended with {self.code}\n{self.err.decode(errors='replace')}")

    def _sample(self, pid, over):
        while not over.wait(0.02):
            now = resident(pid)
            if now > self.peak:
                self.peak = now
                self.peak_by = ' + '.join(str(resident_one(p) >> 20) for p in tree_of(pid))


def resident_one(pid):
    with contextlib.suppress(OSError, ValueError):
        return int(open(f'/proc/{pid}/statm').read().split()[1]) * resource.getpagesize()
    return 0


def cpu_waited():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Home:
    """A Heimdall of its own: nothing of the person's is read or written."""

    def __init__(self, args, name, roots=(), fresh=True, **config):
        self.binary, self.path = args.binary, args.work / name
        if fresh:
            shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir(mode=0o700, exist_ok=True)
        (self.path / 'home').mkdir(exist_ok=True)
        keep = {k: v for k, v in os.environ.items() if k in ('PATH', 'TMPDIR', 'LANG')}
        self.env = {**keep, 'HOME': str(self.path / 'home'), 'HEIMDALL_HOME': str(self.path), 'NO_COLOR': '1'}
        if not (self.path / 'config.json').exists():
            (self.path / 'config.json').write_text(json.dumps({'autostart': False, **config}))
            for root in roots:
                self.run('roots', 'add', root)

    def run(self, *words, **options):
        return Run([self.binary, *words], env=self.env, **options)

    def json(self, *words):
        return json.loads(self.run(*words, '--json').out)

    def status(self):
        return self.json('status')

    def dump(self):
        """The index as text that depends on content only; by way of a file, as it may be large."""
        path = self.path / 'dump.jsonl'
        with open(path, 'wb') as out:
            subprocess.run([self.binary, 'dump'], env=self.env, stdout=out, check=True)
        return path

    def files(self):
        with open(self.dump(), encoding='utf-8') as lines:
            return [json.loads(l) for l in lines if '"type":"file"' in l]

    def logical_bytes(self):
        store = (self.path / 'heimdall.redb').stat().st_size
        lexical = sum(p.stat().st_size for p in (self.path / 'lexical').iterdir())
        return store, lexical

    @contextlib.contextmanager
    def daemon(self, *options):
        """A daemon that has caught up; gives its process id and a connection."""
        log = open(self.path / 'daemon.stderr', 'wb')
        process = subprocess.Popen([self.binary, 'daemon', *options], env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            wire = None
            deadline = time.monotonic() + 60
            while wire is None:
                with contextlib.suppress(OSError):
                    wire = Wire(self.path / 'heimdall.sock')
                if process.poll() is not None or time.monotonic() > deadline:
                    sys.exit('bench: no daemon: ' + (self.path / 'daemon.stderr').read_text())
                time.sleep(0.02)
            wire.wait_caught_up()
            yield process.pid, wire
        finally:
            process.terminate()
            process.wait(30)


class Wire:
    """One connection to a daemon, as docs and schema/src/wire say it speaks."""

    def __init__(self, path, version=2):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile('rb')
        self.say({'heimdall': version, 'version': 'bench', 'pid': os.getpid()})
        hello = json.loads(self.lines.readline())
        if hello['heimdall'] != version:
            sys.exit(f"bench: the daemon speaks version {hello['heimdall']} of the wire")

    def say(self, message):
        self.socket.sendall(json.dumps(message).encode() + b'\n')

    def ask(self, request):
        self.say(request)
        while True:
            line = self.lines.readline()
            if not line:
                sys.exit('bench: the daemon ended')
            frame = json.loads(line)
            if 'done' in frame:
                return frame['done']
            if 'failed' in frame:
                sys.exit(f"bench: {frame['failed']}")

    def search(self, query, hits=1):
        return self.ask({'search': {'query': query, 'hits': hits, 'explore': False}})['search']

    def status(self):
        return self.ask('status')['status']

    def wait_caught_up(self, limit=1800, step=0.05):
        deadline = time.monotonic() + limit
        while not self.search('heimdall').get('caught_up'):
            if time.monotonic() > deadline:
                sys.exit('bench: the daemon did not catch up')
            time.sleep(step)
        return self


def indexed_tree(args, count):
    """(home, tree) of `count` files, indexed; kept in the work directory for the next script."""
    tree = make_tree(args.work / f'tree-{count}', count)
    stamp = f'{args.binary} {args.binary.stat().st_mtime_ns}'
    mark = args.work / f'home-{count}.binary'
    fresh = not mark.exists() or mark.read_text() != stamp
    home = Home(args, f'home-{count}', [tree], fresh=fresh)
    if fresh:
        home.run('reconcile')
        mark.write_text(stamp)
    return home, tree


def words_of(home, count, seed=3):
    """Queries of two or three words that files of the index really hold, in a fixed order."""
    rng = random.Random(seed)
    files = [f for f in home.files() if f['depth'] not in ('path',) and f['size'] > 2000]
    root = home.status()['roots'][0]['path']
    queries = []
    import re
    while len(queries) < count:
        path = pathlib.Path(root, rng.choice(files)['path'])
        with contextlib.suppress(OSError, UnicodeDecodeError):
            words = sorted(set(re.findall(r'[A-Za-z_]{4,24}', path.read_text())))
            if len(words) > 20:
                queries.append(' '.join(rng.sample(words, rng.choice((1, 2, 2, 3)))))
    return queries
