use super::{resolved, sorted};

#[test]
fn calls_follow_imports_and_the_types_of_receivers() {
    let found = resolved(
        "--- shop/__init__.py
from .cart import Cart
--- shop/cart.py
class Base:
    def clear(self): ...

class Cart(Base):
    def add(self, item): ...
    def fill(self):
        self.add(1)
        self.clear()
--- main.py
import shop
from shop import Cart

def run(cart: Cart):
    cart.add(1)
    other = Cart()
    other.clear()
    shop.Cart().add(2)
    unknown.add(3)
",
    );
    let expected = "\
main.py:1 imports shop -> shop/__init__.py:1 (import)
main.py:2 imports Cart -> shop/cart.py:4 (import)
main.py:4 uses Cart -> shop/cart.py:4 (import)
main.py:5 calls add -> shop/cart.py:5 (receiver type)
main.py:6 calls Cart -> shop/cart.py:4 (import)
main.py:7 calls clear -> shop/cart.py:2 (inherited member)
main.py:8 calls Cart -> shop/cart.py:4 (import)
main.py:8 calls add -> shop/cart.py:5 (receiver type)
shop/__init__.py:1 imports Cart -> shop/cart.py:4 (import)
shop/__init__.py:1 imports .cart -> shop/cart.py:1 (import)
shop/cart.py:4 inherits Base -> shop/cart.py:1 (same scope)
shop/cart.py:7 calls add -> shop/cart.py:5 (receiver type)
shop/cart.py:8 calls clear -> shop/cart.py:2 (inherited member)";
    let mut lines: Vec<_> = found.lines().collect();
    lines.sort_unstable();
    let mut wanted: Vec<_> = expected.lines().collect();
    wanted.sort_unstable();
    assert_eq!(lines.join("\n"), wanted.join("\n"));
}

/// The lines of `resolved` for calls in one file, as `line name -> path:line`.
fn calls_of(path: &str, files: &str) -> String {
    let found = resolved(files);
    let start = format!("{path}:");
    let calls = found.lines().filter_map(|line| {
        let (line, rest) = line.strip_prefix(&start)?.split_once(" calls ")?;
        Some(format!("{line} {}", rest.split(" (").next()?))
    });
    calls.collect::<Vec<_>>().join("\n")
}

/// Where calls of `go` lead, in the order of the source, when a body stands behind definitions of
/// `A.go` (line 4) and `B.go` (line 6).
fn goes(body: &str) -> String {
    let found = calls_of(
        "m.py",
        &format!(
            "--- m.py
from typing import *
import typing as t
class A:
    def go(self) -> 'A': return self
class B:
    def go(self): ...
{body}
"
        ),
    );
    let lines = found.lines().filter(|line| line.contains(" go -> "));
    lines.filter_map(|line| line.rsplit(':').next()).collect::<Vec<_>>().join(" ")
}

#[test]
fn imports_of_each_form_lead_to_what_they_name() {
    let found = resolved(
        "--- src/shop/__init__.py
from .cart import *
from . import tax
from .cart import Cart as Basket
--- src/shop/cart.py
class Cart: ...
def fill(): ...
--- src/shop/tax/__init__.py
--- src/shop/tax/rates.py
from ..cart import fill
from . import rounding
def rate():
    fill()
    rounding.half()
--- src/shop/tax/rounding.py
def half(): ...
--- tests/test_shop.py
import shop
import shop.tax.rates
import shop.tax.rates as r
from shop import Basket, fill
from shop.tax import rates
try:
    import fast
except ImportError:
    fast = None

def test():
    shop.fill()
    shop.Basket()
    shop.tax.rates.rate()
    r.rate()
    rates.rate()
    fill()
    Basket()
    fast.fill()
    shop.missing()
",
    );
    let wanted = "\
src/shop/__init__.py:1 imports .cart -> src/shop/cart.py:1 (import)
src/shop/__init__.py:2 imports . -> src/shop/tax/__init__.py:1 (import)
src/shop/__init__.py:3 imports Cart -> src/shop/cart.py:1 (import)
src/shop/tax/rates.py:1 imports ..cart -> src/shop/cart.py:1 (import)
src/shop/tax/rates.py:1 imports fill -> src/shop/cart.py:2 (import)
src/shop/tax/rates.py:2 imports . -> src/shop/tax/rounding.py:1 (import)
src/shop/tax/rates.py:4 calls fill -> src/shop/cart.py:2 (import)
src/shop/tax/rates.py:5 calls half -> src/shop/tax/rounding.py:1 (import)
tests/test_shop.py:1 imports shop -> src/shop/__init__.py:1 (import)
tests/test_shop.py:12 calls fill -> src/shop/cart.py:2 (import)
tests/test_shop.py:13 calls Basket -> src/shop/cart.py:1 (import)
tests/test_shop.py:14 calls rate -> src/shop/tax/rates.py:3 (import)
tests/test_shop.py:15 calls rate -> src/shop/tax/rates.py:3 (import)
tests/test_shop.py:16 calls rate -> src/shop/tax/rates.py:3 (import)
tests/test_shop.py:17 calls fill -> src/shop/cart.py:2 (import)
tests/test_shop.py:18 calls Basket -> src/shop/cart.py:1 (import)
tests/test_shop.py:2 imports shop.tax.rates -> src/shop/tax/rates.py:1 (import)
tests/test_shop.py:4 imports Basket -> src/shop/cart.py:1 (import)
tests/test_shop.py:4 imports fill -> src/shop/cart.py:2 (import)
tests/test_shop.py:5 imports shop.tax -> src/shop/tax/rates.py:1 (import)";
    assert_eq!(sorted(&found), wanted);
}

#[test]
fn a_root_that_is_a_package_is_called_as_its_files_call_it() {
    let files = "--- __init__.py
from .core import run
--- core.py
def run(): ...
--- cli.py
import own
from own import run
from own.core import run as start
from email.core import run as other
def main():
    own.run()
    run()
    start()
    other()
";
    assert_eq!(
        calls_of("cli.py", files),
        "6 run -> core.py:1\n7 run -> core.py:1\n8 start -> core.py:1"
    );
}

#[test]
fn written_types_are_read() {
    for (written, target) in [
        ("A", "4"),
        ("'A'", "4"),
        ("A | None", "4"),
        ("Optional[B]", "6"),
        ("t.Union[None, B]", "6"),
        ("Annotated[A, 1]", "4"),
        ("'t.Optional[\"A\"]'", "4"),
        ("list[A]", ""),
        ("Awaitable[A]", ""),
    ] {
        assert_eq!(goes(&format!("def f(x: {written}):\n    x.go()")), target, "{written}");
    }
    assert_eq!(goes("def f(x: Type[A]):\n    x().go()\n    x.go(1)"), "4 4");
    assert_eq!(goes("T = TypeVar('T', bound=B)\ndef f(x: T):\n    x.go()"), "6");
    assert_eq!(
        goes("Pair = tuple[A, B]\ndef f(x: Pair):\n    a, b = x\n    a.go()\n    b.go()"),
        "4 6"
    );
}

#[test]
fn elements_have_the_types_of_their_collections() {
    let with = |body: &str| {
        goes(&format!("def f(a: list[A], d: Dict[A, B], p: Iterable[Tuple[A, B]]):\n{body}"))
    };
    assert_eq!(with("    for x in a: x.go()\n    a[0].go()\n    a.pop().go()"), "4 4 4");
    assert_eq!(with("    for x in d: x.go()\n    d[1].go()\n    d.get(1).go()"), "4 6 6");
    assert_eq!(with("    for k, v in d.items():\n        k.go()\n        v.go()"), "4 6");
    assert_eq!(with("    for v in d.values(): v.go()"), "6");
    assert_eq!(with("    for x, y in p:\n        x.go()\n        y.go()"), "4 6");
    assert_eq!(with("    for i, x in enumerate(a): x.go()"), "4");
    assert_eq!(with("    for x, y in zip(a, d.values()):\n        y.go()"), "6");
    assert_eq!(with("    for x in sorted(list(a)): x.go()"), "4");
    assert_eq!(with("    return [x.go() for x in a], {x.go() for x, y in p}"), "4 4");
    assert_eq!(with("    x = [B() for y in a]\n    x[0].go()"), "6");
    assert_eq!(with("    x = next(iter(a))\n    x.go()"), "4");
    assert_eq!(with("    if y := d.get(1): y.go()"), "6");
    assert_eq!(with("    a.go()\n    d.go()"), "");
}

#[test]
fn objects_say_what_they_give() {
    let body = "
class Pool:
    item = None
    def __init__(self, first: A, second=None):
        self.first = first
        self.second = second or B()
        self.third: B | None = None
        self.item = B()
    @property
    def lead(self): return self.first
    @t.cached_property
    def last(self) -> B: ...
    def __enter__(self) -> 'Pool': return self
    def __iter__(self) -> Iterator[B]: ...
    def __call__(self) -> A: ...
    def __getitem__(self, at) -> B: ...
    async def fetch(self) -> A: ...
    @contextmanager
    def open(self) -> Iterator[A]: yield self.first
    def use(self):
        self.first.go()
        self.second.go()
        self.third.go()
        self.item.go()
        self.lead.go()
        self.last.go()
async def f(p: Pool):
    with p as q: q.first.go()
    for x in p: x.go()
    p().go()
    p[1].go()
    (await p.fetch()).go()
    y = await p.fetch()
    y.go()
    with p.open() as z: z.go()
";
    assert_eq!(goes(body), "4 6 6 6 4 6 4 6 4 6 4 4 4");
}

#[test]
fn a_name_is_what_was_bound_last() {
    assert_eq!(goes("def f(x: A):\n    x.go()\n    x = B()\n    x.go()"), "4 6");
    assert_eq!(goes("def f(x: A):\n    x = x.go()\n    x.go()"), "4 4");
    assert_eq!(goes("def f(x: A):\n    x = unknown()\n    x.go()"), "4");
    assert_eq!(goes("def f(x):\n    if isinstance(x, A):\n        x.go()\n    x.go()"), "4");
    assert_eq!(goes("def f(x):\n    assert isinstance(x, B)\n    x.go()"), "6");
    assert_eq!(goes("def f(x):\n    x = cast(A, x)\n    x.go()"), "4");
    assert_eq!(goes("def f(x=None):\n    y = A() if x else None\n    y.go()"), "4");
    assert_eq!(
        goes("def f(x: A):\n    def g():\n        x.go()\n    h = lambda x: x.go()\n    return h"),
        "4"
    );
    assert_eq!(goes("def f():\n    while 1:\n        if x: x.go()\n        x = A()"), "4");
    assert_eq!(goes("for x in [A()]: pass\ndef f():\n    x.go()"), "4");
    assert_eq!(goes("x = A().go()\nx.go()"), "4 4");
    assert_eq!(goes("(a, b), c = (A(), B()), A()\nc.go()"), "4");
    assert_eq!(goes("def two(): return A(), B()\nx, y = two()\ny.go()\nx.go()"), "6 4");
}

#[test]
fn supertypes_are_asked_in_their_order() {
    let found = calls_of(
        "m.py",
        "--- m.py
import threading
class Root:
    def __init__(self): ...
    def run(self): ...
    @classmethod
    def make(cls): return cls()
class Left(Root): ...
class Right(Root):
    def run(self): ...
class Both(Left, Right):
    def __init__(self):
        super().__init__()
        super(Both, self).run()
        self.run()
    def run(self):
        return super().run()
class Worker(threading.Thread):
    def go(self):
        super().start()
        self.join()
Both.make().run()
",
    );
    let wanted = "\
12 __init__ -> m.py:3
13 run -> m.py:9
14 run -> m.py:15
16 run -> m.py:9
6 cls -> m.py:2
21 make -> m.py:6
21 run -> m.py:15";
    assert_eq!(sorted(&found), sorted(wanted));
}

#[test]
fn what_a_variable_stands_for_is_called() {
    let found = calls_of(
        "m.py",
        "--- m.py
import functools, re
from typing import Callable, overload
str = str
search = re.compile('x').search
class Base: ...
def plain(): ...
other = plain
Alias = Base
class Holder:
    kind: type[Base] = Base
    hook: Callable[[], int]
    def make(self, cls=None):
        self.kind()
        self.hook()
        cls()
@overload
def both(a: int): ...
@overload
def both(a: bytes): ...
def both(a): ...
str(1)
search(2)
other()
Alias()
both(1)
functools.partial(plain)()
",
    );
    let wanted = "\
13 kind -> m.py:5
23 other -> m.py:6
24 Alias -> m.py:5
25 both -> m.py:20";
    assert_eq!(sorted(&found), sorted(wanted));
}

#[test]
fn the_object_is_that_of_the_method_that_names_it() {
    let body = "
class Outer:
    def __init__(self, a: A): self.a = a
    def run(self, cls=None):
        class Inner:
            def call(inner):
                self.a.go()
            def own(self):
                self.a.go()
        cls().a.go()
    def change(self):
        self = B()
        self.go()
";
    assert_eq!(goes(body), "4 6");
}

#[test]
fn methods_that_return_their_own_type_keep_the_subtype() {
    let found = calls_of(
        "m.py",
        "--- m.py
from typing import Self, TypeVar
T = TypeVar('T', bound='Base')
class Base:
    def one(self) -> Self: ...
    def two(self: T) -> T: ...
    @classmethod
    def new(cls: type[T]) -> T: ...
    def __enter__(self: T) -> T: ...
class Sub(Base):
    def end(self): ...
Sub().one().two().end()
Sub.new().end()
with Sub() as s:
    s.end()
",
    );
    let ends = found.lines().filter(|line| line.ends_with("end -> m.py:10")).count();
    assert_eq!(ends, 3, "{found}");
}
