use super::edges_without_uses as edges;

#[test]
fn packages_imports_companions_and_traits() {
    let found = edges(
        "--- shop/Item.scala
package shop

trait Named { def label: String = \"\"; def tell(): Unit = () }

class Item(val price: Int) extends Base[Item] with Named {
  def parent: Item = this
  def add(other: Item): Item = first.add(other)
}

object Item {
  def make(price: Int): Item = new Item(price)
}
--- shop/inner/Base.scala
package shop
package inner

abstract class Base[T] {
  def first: T
  def clear(): Unit = ()
}
--- shop/package.scala
import shop.inner.Base
--- app/Main.scala
package app

import shop.{Item, Named => N}
import shop.inner._
import scala.collection.mutable

object Main {
  def run(item: Item, list: List[Item], n: N): Unit = {
    item.tell()
    item.parent.add(item)
    Item.make(1).tell()
    val made = new Item(2)
    made.tell()
    list.foreach(each => each.tell())
    for (one <- list) one.tell()
    n.tell()
    run(item, list, n)
    unknown.tell()
    val b: Base[Item] = null
    b.clear()
    b.first.tell()
  }
}
",
        &[],
    );
    assert_eq!(
        found,
        "\
app/Main.scala:3 imports Item -> shop/Item.scala:5 (import)
app/Main.scala:3 imports Named -> shop/Item.scala:3 (import)
app/Main.scala:9 calls tell -> shop/Item.scala:3 (inherited member)
app/Main.scala:10 calls add -> shop/Item.scala:7 (receiver type)
app/Main.scala:11 calls make -> shop/Item.scala:11 (receiver type)
app/Main.scala:11 calls tell -> shop/Item.scala:3 (inherited member)
app/Main.scala:12 calls Item -> shop/Item.scala:5 (import)
app/Main.scala:13 calls tell -> shop/Item.scala:3 (inherited member)
app/Main.scala:14 calls tell -> shop/Item.scala:3 (inherited member)
app/Main.scala:15 calls tell -> shop/Item.scala:3 (inherited member)
app/Main.scala:16 calls tell -> shop/Item.scala:3 (receiver type)
app/Main.scala:17 calls run -> app/Main.scala:8 (same scope)
app/Main.scala:20 calls clear -> shop/inner/Base.scala:6 (receiver type)
app/Main.scala:21 calls tell -> shop/Item.scala:3 (inherited member)
shop/Item.scala:5 inherits Named -> shop/Item.scala:3 (same scope)
shop/Item.scala:11 calls Item -> shop/Item.scala:5 (same scope)
shop/package.scala:1 imports Base -> shop/inner/Base.scala:4 (import)"
    );
}
