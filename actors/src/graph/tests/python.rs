use super::resolved;

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
