use super::settled;

/// The text without its blank lines and with runs of blanks as one.
fn seen(text: &str, is_cpp: bool) -> String {
    let found = settled(text, is_cpp);
    assert_eq!(found.len(), text.len());
    let rows = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect::<Vec<_>>();
    assert_eq!(rows(&found), rows(text));
    let lines = found.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_torn_statement_keeps_one_branch() {
    let text = "void f(void) {
#ifdef A
  for (; more();) {
#else
  for (;;) {
#endif
    g();
  }
}
";
    assert_eq!(seen(text, false), "void f(void) {\nfor (; more();) {\ng();\n}\n}");
    let text = "#ifdef OLD
int f(a)
#else
int f(int a)
#endif
{
}
";
    assert_eq!(seen(text, false), "int f(a)\n{\n}");
}

#[test]
fn a_branch_that_continues_a_head_is_kept_in_it() {
    let text = "class A
#if X
  : public B
#endif
{};
";
    assert_eq!(seen(text, true), "class A\n: public B\n{};");
}

#[test]
fn whole_branches_are_left_alone() {
    let text = "#if A /* { */
int f(void) { return '{'; }
#elif B
int g(void);
#endif
#define X {
";
    assert_eq!(settled(text, false), text);
}

#[test]
fn branches_that_are_never_taken_are_left_out() {
    let text = "#ifdef __cplusplus
extern \"C\" {
#endif
int f(void);
#ifdef __cplusplus
}
#endif
";
    assert_eq!(seen(text, false), "int f(void);");
    assert_eq!(seen(text, true), "extern \"C\" {\nint f(void);\n}");
    let text = "#if 0\nit's {\n#else\nint x;\n#endif\n";
    assert_eq!(seen(text, false), "#if 0\n#else\nint x;\n#endif");
}

#[test]
fn conditions_within_brackets_are_settled() {
    let text = "int b[][2] = {
#define PAIR 1
# ifdef X
  { 1, 2 },
# endif
};
int a = f(1,
#ifdef X
  2
#else
  3
#endif
);
";
    assert_eq!(seen(text, false), "int b[][2] = {\n{ 1, 2 },\n};\nint a = f(1,\n2\n);");
}

#[test]
fn comments_do_not_end_a_macro() {
    let text =
        "#define F(x) do { \\\n  g(x); /* \"one\" */ \\\n} while (0)\n#define N 1 /* kept */\n";
    let expected = "#define F(x) do { \\\ng(x); \\\n} while (0)\n#define N 1 /* kept */";
    assert_eq!(seen(text, false), expected);
}

#[test]
fn macros_that_are_no_types_are_blanked() {
    let seen = |text| seen(text, true);
    assert_eq!(seen("class API_EXPORT Foo : public Bar {};"), "class Foo : public Bar {};");
    assert_eq!(seen("class A { void f() REQUIRES(m_); };"), "class A { void f() ; };");
    assert_eq!(seen("class A { int x GUARDED_BY(m_); };"), "class A { int x ; };");
    assert_eq!(seen("LIB_INLINE auto f() -> int {}"), "auto f() -> int {}");
    assert_eq!(
        seen("class A { LIB_CONSTEXPR A(int x) : x_(x) {} };"),
        "class A { A(int x) : x_(x) {} };"
    );
    assert_eq!(seen("LIB_INLINE Foo::Foo() {}"), "Foo::Foo() {}");
    assert_eq!(
        seen("template <typename T, ENABLE_IF(!a<T>())> int f();"),
        "template <typename T > int f();"
    );
    assert_eq!(seen("PRAGMA(\"a\")\nPRAGMA(\"b\")\nint x;"), "int x;");
    assert_eq!(seen("BEGIN_NS\nnamespace a {}\nEND_NS\n"), "namespace a {}");
    assert_eq!(
        seen("template <typename T> LIB_API void f(T);"),
        "template <typename T> void f(T);"
    );
    assert_eq!(seen("size_t LIB_INLINE Foo::size() {}"), "size_t Foo::size() {}");
    assert_eq!(seen("enum type UNDERLYING(char) { A };"), "enum type { A };");
    assert_eq!(seen("void f() { LIB_TRY { g(); } LIB_CATCH(...) {} }"), "void f() { { g(); } {} }");
    assert_eq!(
        seen("void f() { struct A { LIB_INLINE auto g() {} }; }"),
        "void f() { struct A { auto g() {} }; }"
    );
    assert_eq!(
        seen("UNUSED(static int f(int x)) { return x; }"),
        "static int f(int x) { return x; }"
    );
    assert_eq!(seen("__attribute__((noreturn)) void f();"), "void f();");
    assert_eq!(seen("void f() { if LIB_CONSTEXPR (x) {} }"), "void f() { if (x) {} }");
    assert_eq!(seen("typedef LONG (CALLBACK *cb_t)(int);"), "typedef LONG ( *cb_t)(int);");
    assert_eq!(seen("int WINAPI f(int x) { return 0; }"), "int f(int x) { return 0; }");
}

#[test]
fn types_in_capitals_stay() {
    for text in [
        "DWORD f(HANDLE h) { return 0; }",
        "static FILE *open_it(void);",
        "struct ENTRY { int x; }; struct ENTRY one; static struct ENTRY *two;",
        "enum { RED, GREEN }; int names[] = { RED };",
        "void f(void) { LOCK(x); RETURN_IF(y) return; HANDLE h; }",
        "CHECKED(f(1)) { }",
        "TEST(Suite, name) { CHECK(1); }",
        "STACK_OF(X509) *chain(void);",
    ] {
        assert_eq!(settled(text, false), text);
    }
}
