use super::{resolved, sorted};

#[test]
fn imports_lead_to_packages_by_the_path_of_their_module() {
    let found = resolved(
        "--- go.mod
module example.com/shop/v2 // the shop

replace example.com/tools => ./tools
--- cart/a_windows.go
package cart

func Open() {}
--- cart/cart_unix.go
//go:build !windows

package cart

func Open() {}
--- cart/cart_test.go
package cart

func Open() {}
--- tools/go.mod
module example.com/tools
--- tools/text/text.go
package words

func Wrap() {}
--- internal/log/log.go
package log

func Print() {}
--- vendor/example.org/yaml.v3/yaml.go
package yaml

func Load() {}
--- main.go
package main

import (
\t\"fmt\"
\tc \"example.com/shop/v2/cart\"
\t\"example.com/shop/v2/internal/log\"
\t\"example.com/tools/text\"
\t\"example.org/yaml.v3\"
\t. \"example.com/shop/v2/internal/log\"
\t\"example.org/words\"
)

func main() {
\tc.Open()
\tlog.Print()
\ttext.Wrap()
\twords.Wrap()
\tyaml.Load()
\tPrint()
\tfmt.Print()
}
",
    );
    let expected = "\
main.go:14 calls Open -> cart/cart_unix.go:5 (import)
main.go:15 calls Print -> internal/log/log.go:3 (import)
main.go:17 calls Wrap -> tools/text/text.go:3 (import)
main.go:18 calls Load -> vendor/example.org/yaml.v3/yaml.go:3 (import)
main.go:19 calls Print -> internal/log/log.go:3 (wildcard import)
main.go:5 imports example.com/shop/v2/cart -> cart/cart_unix.go:1 (import)
main.go:6 imports example.com/shop/v2/internal/log -> internal/log/log.go:1 (import)
main.go:7 imports example.com/tools/text -> tools/text/text.go:1 (import)
main.go:8 imports example.org/yaml.v3 -> vendor/example.org/yaml.v3/yaml.go:1 (import)";
    assert_eq!(sorted(&found), expected);
}

#[test]
fn modules_of_one_repository_find_each_other() {
    let found = resolved(
        "--- go.work
go 1.22

use (
\t./app
\t./far/lib
)
--- app/go.mod
module example.com/acme/app
--- app/main.go
package main

import (
\t\"example.com/other/lib\"
\t\"example.com/acme/mono/plug\"
)

func main() {
\tlib.Run()
\tplug.In()
}
--- far/lib/go.mod
module example.com/other/lib
--- far/lib/lib.go
package lib

func Run() {}
--- plug/go.mod
module example.com/acme/mono/plug
--- plug/plug.go
package plug

func In() {}
",
    );
    let expected = "\
app/main.go:4 imports example.com/other/lib -> far/lib/lib.go:1 (import)
app/main.go:5 imports example.com/acme/mono/plug -> plug/plug.go:1 (import)
app/main.go:9 calls Run -> far/lib/lib.go:3 (import)
app/main.go:10 calls In -> plug/plug.go:3 (import)";
    assert_eq!(sorted(&found), sorted(expected));
}

#[test]
fn a_package_sees_its_own_files_and_a_test_package_does_not() {
    let found = resolved(
        "--- go.mod
module example.com/a
--- a.go
package a

func helper() {}

func Use() { helper() }
--- a_test.go
package a

func TestUse() { helper(); only() }

func only() {}
--- b_test.go
package a_test

import \"example.com/a\"

func TestOutside() {
\ta.Use()
\thelper()
\tonly()
}
",
    );
    let expected = "\
a.go:5 calls helper -> a.go:3 (same scope)
a_test.go:3 calls helper -> a.go:3 (same package)
a_test.go:3 calls only -> a_test.go:5 (same scope)
b_test.go:3 imports example.com/a -> a.go:1 (import)
b_test.go:6 calls Use -> a.go:5 (import)";
    assert_eq!(sorted(&found), expected);
}

#[test]
fn members_are_promoted_from_what_is_embedded() {
    let found = resolved(
        "--- a/types.go
package a

type Base struct{ name string }

type Named interface{ Name() string }

type Full interface {
\tNamed
\tClose()
}

type Row struct {
\t*Base
\tfull Full
}
--- a/methods.go
package a

func (b *Base) Reset() {}

func (r *Row) Use() {
\tr.Reset()
\tr.Base.Reset()
\tr.full.Name()
\tr.full.Close()
\tr.missing()
}
",
    );
    let expected = "\
a/methods.go:3 uses Base -> a/types.go:3 (same package)
a/methods.go:5 uses Row -> a/types.go:12 (same package)
a/methods.go:6 calls Reset -> a/methods.go:3 (inherited member)
a/methods.go:7 calls Reset -> a/methods.go:3 (receiver type)
a/methods.go:8 calls Name -> a/types.go:5 (inherited member)
a/methods.go:9 calls Close -> a/types.go:9 (receiver type)
a/types.go:13 inherits Base -> a/types.go:3 (same scope)
a/types.go:14 uses Full -> a/types.go:7 (same scope)
a/types.go:8 inherits Named -> a/types.go:5 (same scope)";
    assert_eq!(sorted(&found), expected);
}

/// The calls of `Do` (line 5) and `Do` of the other type (line 9) in a function body.
fn calls_in(body: &str) -> String {
    let found = resolved(&format!(
        "--- a.go
package a

type T struct{{ next *T; all []*T; by map[string]*T; other O }}

func (t *T) Do() *T {{ return t }}

type O struct{{}}

func (o O) Do() {{}}

type List []*T
type Maker func() *T

func make2() (*O, *T) {{ return nil, nil }}

func use(t *T, list List, m Maker, any interface{{}}, ch <-chan O, rest ...*T) {{
{body}
}}
"
    ));
    let calls = found.lines().filter(|line| line.contains("calls Do "));
    let target = |line: &str| line.split("a.go:").nth(2)?.split(' ').next().map(str::to_owned);
    calls.filter_map(target).collect::<Vec<_>>().join(" ")
}

#[test]
fn values_have_the_types_that_the_source_shows() {
    assert_eq!(calls_in("t.next.Do().Do()\nt.other.Do()"), "5 5 9");
    assert_eq!(calls_in("for _, x := range list { x.Do() }\nlist[0].Do()"), "5 5");
    assert_eq!(calls_in("for k, x := range t.by { x.Do(); k.Do() }"), "5");
    assert_eq!(calls_in("for x := range ch { x.Do() }\n(<-ch).Do()"), "9 9");
    assert_eq!(calls_in("select {\ncase x, ok := <-ch:\nx.Do()\n}"), "9");
    assert_eq!(calls_in("a, b := make2()\na.Do()\nb.Do()"), "9 5");
    assert_eq!(calls_in("m().Do()\nrest[0].Do()"), "5 5");
    assert_eq!(calls_in("x := new(O)\nx.Do()\nnew(T).Do()\n(&T{}).Do()"), "9 5 5");
    assert_eq!(calls_in("x := make([]O, 3)\nx[0].Do()"), "9");
    assert_eq!(calls_in("x := map[string][]*T{}\nx[\"a\"][0].Do()"), "5");
    assert_eq!(
        calls_in("f := func(a int) (O, error) { return O{}, nil }\nx, _ := f(1)\nx.Do()"),
        "9"
    );
    assert_eq!(calls_in("for _, c := range []struct{ o O }{} {\nc.o.Do()\n}"), "9");
    assert_eq!(calls_in("(*T).Do(t)\nany.Do()"), "5");
}

#[test]
fn assertions_narrow_what_a_value_is() {
    assert_eq!(calls_in("any.(O).Do()\nif x, ok := any.(*T); ok { x.Do() }"), "9 5");
    let switch = "switch x := any.(type) {
case *T:
\tx.Do()
case O:
\tx.Do()
case int, *T:
\tx.Do()
}";
    assert_eq!(calls_in(switch), "5 9");
}

#[test]
fn names_mean_what_is_in_force_where_they_stand() {
    // A parameter of a function without a name hides nothing outside of it.
    assert_eq!(calls_in("t.Do(func(t O) { t.Do() }).Do()"), "5 5 9");
    assert_eq!(calls_in("if t := any.(O); true {\nt.Do()\n}\nt.Do()"), "9 5");
    assert_eq!(calls_in("var o O\n{\no := t\no.Do()\n}\no.Do()"), "5 9");
}

#[test]
fn type_parameters_have_the_members_of_their_bounds() {
    let found = resolved(
        "--- a.go
package a

type Doer interface{ Do() }

func All[D Doer](list []D) {
\tfor _, d := range list {
\t\td.Do()
\t}
}

func use() { All[Doer](nil) }
",
    );
    assert!(found.contains("a.go:7 calls Do -> a.go:3 (receiver type)"), "{found}");
    assert!(found.contains("a.go:11 calls All -> a.go:5 (same scope)"), "{found}");
}
