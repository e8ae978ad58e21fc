use super::edges_without_uses as edges;

const SHOP: &str = "--- src/shop/Base.java
package shop;
public class Base<T> {
    protected T held;
    public void clear() {}
    public T first() { return held; }
    protected static int count;
    static class Inner {}
}
--- src/shop/Item.java
package shop;
public class Item {
    public static final Item NONE = new Item();
    public Item() { this(0); }
    public Item(int price) {}
    public String label() { return null; }
    public static Item of(String name) { return NONE; }
}
";

fn shop(files: &str) -> String {
    edges(&format!("{SHOP}{files}"), &["src/shop/Base", "src/shop/Item"])
}

#[test]
fn imports_packages_and_wildcards() {
    let found = shop(
        "--- src/app/Main.java
package app;
import shop.Item;
import shop.Base.*;
import static shop.Item.of;
import static shop.Item.*;
import java.util.List;
class Main {
    void run(Other other) {
        Item.of(\"a\").label();
        of(\"b\").label();
        NONE.label();
        other.go();
        new Inner();
        List.of(1);
        shop.Item.of(\"c\");
        new shop.Item(2);
        Base.clear();
    }
}
--- src/app/Other.java
package app;
import shop.*;
class Other {
    void go() { Item.of(\"d\"); }
}
--- src/elsewhere/Other.java
package elsewhere;
class Other { void go() {} }
",
    );
    assert_eq!(
        found,
        "\
src/app/Main.java:2 imports Item -> src/shop/Item.java:2 (import)
src/app/Main.java:3 imports shop.Base -> src/shop/Base.java:1 (import)
src/app/Main.java:4 imports of -> src/shop/Item.java:7 (import)
src/app/Main.java:5 imports shop.Item -> src/shop/Item.java:1 (import)
src/app/Main.java:9 calls label -> src/shop/Item.java:6 (receiver type)
src/app/Main.java:9 calls of -> src/shop/Item.java:7 (receiver type)
src/app/Main.java:10 calls label -> src/shop/Item.java:6 (receiver type)
src/app/Main.java:10 calls of -> src/shop/Item.java:7 (import)
src/app/Main.java:11 calls label -> src/shop/Item.java:6 (receiver type)
src/app/Main.java:12 calls go -> src/app/Other.java:4 (receiver type)
src/app/Main.java:13 calls Inner -> src/shop/Base.java:7 (wildcard import)
src/app/Main.java:15 calls of -> src/shop/Item.java:7 (receiver type)
src/app/Main.java:16 calls Item -> src/shop/Item.java:5 (receiver type)
src/app/Other.java:4 calls of -> src/shop/Item.java:7 (receiver type)"
    );
}

#[test]
fn members_are_inherited_with_their_arguments() {
    let found = shop(
        "--- src/app/Main.java
package app;
import shop.*;
class Main extends Base<Item> {
    Main() { super(); }
    void run() {
        clear();
        this.clear();
        super.clear();
        first().label();
        held.label();
        this.held.label();
        new Nested().up();
    }
    class Nested extends java.util.ArrayList<Item> {
        void up() {
            clear();
            run();
            toString();
            Main.this.first().label();
        }
    }
    public String toString() { return \"\"; }
}
",
    );
    assert_eq!(
        found,
        "\
src/app/Main.java:3 inherits Base -> src/shop/Base.java:2 (wildcard import)
src/app/Main.java:4 calls super -> src/shop/Base.java:2 (inherited member)
src/app/Main.java:6 calls clear -> src/shop/Base.java:4 (inherited member)
src/app/Main.java:7 calls clear -> src/shop/Base.java:4 (inherited member)
src/app/Main.java:8 calls clear -> src/shop/Base.java:4 (inherited member)
src/app/Main.java:9 calls first -> src/shop/Base.java:5 (inherited member)
src/app/Main.java:9 calls label -> src/shop/Item.java:6 (receiver type)
src/app/Main.java:10 calls label -> src/shop/Item.java:6 (receiver type)
src/app/Main.java:11 calls label -> src/shop/Item.java:6 (receiver type)
src/app/Main.java:12 calls Nested -> src/app/Main.java:14 (same scope)
src/app/Main.java:12 calls up -> src/app/Main.java:15 (receiver type)
src/app/Main.java:16 calls clear -> src/shop/Base.java:4 (inherited member)
src/app/Main.java:17 calls run -> src/app/Main.java:5 (same scope)
src/app/Main.java:19 calls first -> src/shop/Base.java:5 (inherited member)
src/app/Main.java:19 calls label -> src/shop/Item.java:6 (receiver type)"
    );
}

#[test]
fn overloads_are_told_by_their_arguments() {
    let found = edges(
        "--- Over.java
package over;
class Over {
    void put(int n) {}
    void put(long n) {}
    void put(Integer n) {}
    void put(String s) {}
    void put(char c) {}
    void put(Object o) {}
    void put(int[] all) {}
    void put(Runnable r) {}
    void put(String s, Object... rest) {}
    <T extends Over> void put(T over) {}
    void calls(Integer boxed, byte small, Object any, Sub sub, String... names) {
        put(1);
        put(1L);
        put(boxed);
        put(\"a\" + 1);
        put('c');
        put(any);
        put(new int[] {1});
        put(() -> {});
        put(\"a\", 1, 2);
        put(sub);
        put(small);
        put(names[0]);
        put((long) small);
        put(sub.size() * 2);
        put(flag() ? 1L : 2L);
    }
    boolean flag() { return true; }
}
class Sub extends Over { int size() { return 0; } void put(Sub s) {} }
",
        &[],
    );
    let lines: Vec<_> =
        found.lines().filter(|line| line.contains("calls put")).map(strip).collect();
    let wanted = [
        "14 3", "15 4", "16 5", "17 6", "18 7", "19 8", "20 9", "21 10", "22 11", "23 12", "24 3",
        "25 6", "26 4", "27 3", "28 4",
    ];
    assert_eq!(lines, wanted);
}

/// `Over.java:14 calls put -> Over.java:3 (...)` as `14 3`.
fn strip(line: &str) -> String {
    let numbers: Vec<_> =
        line.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    numbers.join(" ")
}

#[test]
fn values_are_followed_through_what_the_source_shows() {
    let found = shop(
        "--- src/app/Main.java
package app;
import java.util.*;
import shop.*;
class Main {
    private final Map<String, Item> items = new HashMap<>();
    Optional<Item> found;
    record Pair(Item left, Item right) {}
    enum Kind { BIG, SMALL; void tell() {} }
    interface Maker<T> { T make(Item from); default void twice() {
    } }
    static <T> T same(T value, Class<T> type) { return value; }
    void each(Maker<Item> maker) {}
    void run(List<Item> list, Object o, Item[] array, Maker<Item> maker, Base<? extends Item> base) {
        for (Item item : list) item.label();
        for (var item : array) { item.label(); }
        for (Map.Entry<String, Item> e : items.entrySet()) { e.getValue().label(); }
        items.get(\"x\").label();
        list.forEach(item -> item.label());
        list.stream().filter(item -> item.label() == null).map(Item::label);
        found.map(i -> i.label());
        each(from -> from.label());
        maker.make(null).label();
        maker.twice();
        base.first().label();
        same(array[0], Item.class).label();
        var pair = new Pair(null, null);
        pair.left().label();
        if (o instanceof Item seen) { seen.label(); }
        ((Item) o).label();
        (o == null ? array[0] : array[1]).label();
        Kind.BIG.tell();
        try (Item closed = array[0]) { closed.label(); }
        list.get(0).label().length();
        o.label();
        unknown().label();
        list.label();
    }
}
",
    );
    let labels: Vec<_> = found
        .lines()
        .filter(|line| line.contains("calls") && line.contains("src/app/Main.java:"))
        .map(|line| line.trim_start_matches("src/app/Main.java:"))
        .map(|line| line.split(" (").next().unwrap_or(line))
        .map(|line| line.replace("src/shop/", "").replace("src/app/", ""))
        .collect();
    assert_eq!(
        labels,
        [
            "14 calls label -> Item.java:6",
            "15 calls label -> Item.java:6",
            "16 calls label -> Item.java:6",
            "17 calls label -> Item.java:6",
            "18 calls label -> Item.java:6",
            "19 calls label -> Item.java:6",
            "20 calls label -> Item.java:6",
            "21 calls each -> Main.java:12",
            "21 calls label -> Item.java:6",
            "22 calls label -> Item.java:6",
            "22 calls make -> Main.java:9",
            "23 calls twice -> Main.java:9",
            "24 calls first -> Base.java:5",
            "24 calls label -> Item.java:6",
            "25 calls label -> Item.java:6",
            "25 calls same -> Main.java:11",
            "26 calls Pair -> Main.java:7",
            "27 calls label -> Item.java:6",
            "27 calls left -> Main.java:7",
            "28 calls label -> Item.java:6",
            "29 calls label -> Item.java:6",
            "31 calls tell -> Main.java:8",
            "32 calls label -> Item.java:6",
            "33 calls label -> Item.java:6",
        ]
    );
}

#[test]
fn types_without_a_name_have_members_of_their_own() {
    let found = shop(
        "--- src/app/Main.java
package app;
import shop.*;
class Main {
    static final Base<Item> BASE = new Base<Item>() {
        { clear(); }
        void own() {}
        public void clear() { own(); super.clear(); this.own(); first().label(); outer(); }
    };
    static void outer() {}
    void run() {
        new Base<Item>() {}.clear();
        new Thread() { public void run() { outer(); toString(); } }.start();
        clear();
    }
    public String toString() { return null; }
}
",
    );
    assert_eq!(
        found,
        "\
src/app/Main.java:4 calls Base -> src/shop/Base.java:2 (wildcard import)
src/app/Main.java:5 calls clear -> src/app/Main.java:7 (same scope)
src/app/Main.java:7 calls clear -> src/shop/Base.java:4 (inherited member)
src/app/Main.java:7 calls first -> src/shop/Base.java:5 (inherited member)
src/app/Main.java:7 calls label -> src/shop/Item.java:6 (receiver type)
src/app/Main.java:7 calls outer -> src/app/Main.java:9 (same scope)
src/app/Main.java:7 calls own -> src/app/Main.java:6 (receiver type)
src/app/Main.java:7 calls own -> src/app/Main.java:6 (same scope)
src/app/Main.java:11 calls Base -> src/shop/Base.java:2 (wildcard import)
src/app/Main.java:11 calls clear -> src/shop/Base.java:4 (receiver type)
src/app/Main.java:12 calls outer -> src/app/Main.java:9 (same scope)"
    );
}

/// A list that is made of a list on the same line once asked for its own type without end.
#[test]
fn calls_that_stand_in_themselves_come_to_an_end() {
    let found = edges(
        "--- A.java
class A {
    A with(A other) { return this; }
    void run(A a) {
        java.util.List.of(java.util.List.of(a.with(a.with(a))));
        a.with(a.with(a)).with(a);
    }
    class B extends A.B {}
    class C extends D {}
    class D extends C {}
}
",
        &[],
    );
    assert_eq!(found.matches("calls with -> A.java:2").count(), 5, "{found}");
}
