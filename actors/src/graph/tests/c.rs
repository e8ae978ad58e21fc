use super::resolved;

/// The lines of the graph that say where calls and includes lead, sorted.
fn lines(files: &str, relation: &str) -> String {
    let all = resolved(files);
    let word = format!(" {relation} ");
    let mut lines: Vec<_> = all.lines().filter(|line| line.contains(&word)).collect();
    lines.sort_unstable();
    lines.join("\n")
}

#[test]
fn includes_lead_to_files_near_and_below_telling_directories() {
    let files = "--- include/shop/cart.h
int add(int);
--- src/core/base.h
int base(void);
--- src/http/serve.c
#include <shop/cart.h>
#include <string.h>
#include \"base.h\"
#include \"serve.h\"
#include \"missing.h\"
--- src/http/serve.h
int serve(void);
--- lib/string.h
int mine(void);
";
    let expected = "\
src/http/serve.c:1 imports <shop/cart.h> -> include/shop/cart.h:1 (import)
src/http/serve.c:3 imports base.h -> src/core/base.h:1 (import)
src/http/serve.c:4 imports serve.h -> src/http/serve.h:1 (import)";
    assert_eq!(lines(files, "imports"), expected);
}

#[test]
fn a_call_leads_to_the_body_and_not_to_what_another_file_hides() {
    let files = "--- a.c
#include \"shop.h\"
static int helper(int x) { return x; }
int run(int (*callback)(int), struct shop *s) {
  add(1);
  helper(2);
  only_here(3);
  callback(4);
  s->hook(5);
  LARGER(6, 7);
  printf(\"8\");
  return 0;
}
--- b.c
#include \"shop.h\"
static int helper(int x) { return x; }
static int only_here(int x) { return x; }
int add(int x) { return helper(x); }
--- shop.h
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
struct shop { int (*hook)(int); };
int add(int x);
";
    let expected = "\
a.c:4 calls add -> b.c:4 (wildcard import)
a.c:5 calls helper -> a.c:2 (same scope)
a.c:9 calls LARGER -> shop.h:1 (wildcard import)
b.c:4 calls helper -> b.c:2 (same scope)";
    assert_eq!(lines(files, "calls"), expected);
}

#[test]
fn of_several_platforms_the_nearest_counts() {
    let files = "--- os.h
int open_it(int);
--- unix/open.c
int open_it(int x) { return x; }
--- unix/use.c
#include \"../os.h\"
int use(void) { return open_it(1); }
--- win/open.c
int open_it(int x) { return x; }
--- win/use.c
int use_too(void) { return open_it(1); }
";
    let expected = "\
unix/use.c:2 calls open_it -> unix/open.c:1 (wildcard import)
win/use.c:1 calls open_it -> win/open.c:1 (wildcard import)";
    assert_eq!(lines(files, "calls"), expected);
}

#[test]
fn a_library_function_is_not_what_another_platform_defines() {
    let files = "--- compat.c
int snprintf(char *to, int n) { return n; }
--- use.c
int use(char *to) { return snprintf(to, 1); }
";
    assert_eq!(lines(files, "calls"), "");
}

#[test]
fn members_are_found_by_the_types_of_fields_locals_and_results() {
    let files = "--- shop/cart.h
#pragma once
namespace shop {
class Item {
 public:
  explicit Item(int price);
  int price() const { return price_; }
 private:
  int price_;
};
class Base {
 public:
  void clear();
};
class Cart : public Base {
 public:
  Item* first();
  void add(Item item);
  void add(Item item, int count);
  std::vector<Item> items_;
  std::map<int, std::unique_ptr<Item>> by_id_;
};
}  // namespace shop
--- shop/cart.cc
#include \"shop/cart.h\"
namespace shop {
Item::Item(int price) : price_(price) {}
void Base::clear() {}
Item* Cart::first() { return &items_.front(); }
void Cart::add(Item item) { clear(); add(item, 1); }
void Cart::add(Item item, int count) {}
}
--- main.cc
#include \"shop/cart.h\"
using namespace shop;
namespace s = shop;
void run(Cart& cart, shop::Cart* other) {
  cart.add(Item(1));
  other->add(Item(2), 3);
  cart.clear();
  cart.first()->price();
  auto made = std::make_unique<s::Cart>();
  made->clear();
  for (auto& item : cart.items_)
    item.price();
  for (auto& [id, item] : cart.by_id_)
    item->price();
  auto found = cart.by_id_.find(1);
  found->second->price();
  static_cast<Base*>(other)->clear();
  unknown.price();
}
";
    let expected = "\
main.cc:10 calls clear -> shop/cart.cc:4 (inherited member)
main.cc:12 calls price -> shop/cart.h:6 (receiver type)
main.cc:14 calls price -> shop/cart.h:6 (receiver type)
main.cc:16 calls price -> shop/cart.h:6 (receiver type)
main.cc:17 calls clear -> shop/cart.cc:4 (receiver type)
main.cc:5 calls Item -> shop/cart.cc:3 (wildcard import)
main.cc:5 calls add -> shop/cart.cc:6 (receiver type)
main.cc:6 calls Item -> shop/cart.cc:3 (wildcard import)
main.cc:6 calls add -> shop/cart.cc:7 (receiver type)
main.cc:7 calls clear -> shop/cart.cc:4 (inherited member)
main.cc:8 calls first -> shop/cart.cc:5 (receiver type)
main.cc:8 calls price -> shop/cart.h:6 (receiver type)
main.cc:9 calls Cart -> shop/cart.h:14 (import)
shop/cart.cc:6 calls add -> shop/cart.cc:7 (same scope)
shop/cart.cc:6 calls clear -> shop/cart.cc:4 (same scope)";
    assert_eq!(lines(files, "calls"), expected);
}

#[test]
fn namespaces_are_spread_over_files_and_may_be_inline() {
    let files = "--- a.h
namespace lib {
inline namespace v2 {
int twice(int x);
namespace detail { int half(int x); }
}
}
--- b.cc
namespace lib {
int use(int x) { return twice(x) + detail::half(x); }
}
namespace other {
using lib::twice;
int use(int x) { return twice(x) + lib::detail::half(x); }
int twice_not(int x) { return std::twice(x) + ::half(x); }
}
";
    let expected = "\
b.cc:2 calls half -> a.h:4 (import)
b.cc:2 calls twice -> a.h:3 (same scope)
b.cc:6 calls half -> a.h:4 (import)
b.cc:6 calls twice -> a.h:3 (import)";
    assert_eq!(lines(files, "calls"), expected);
}

#[test]
fn constructors_are_told_from_their_types() {
    let files = "--- a.cc
struct Row {
  Row() {}
  Row(int x) : Row() {}
  Row* next;
  Row* last() { return next; }
};
struct Table : Row {
  Table() : Row(1) {}
  Row row;
};
void run(Table* table) {
  Row one(1);
  Row two{};
  new Row(3);
  table->row.last();
  table->last()->last();
}
";
    let expected = "\
a.cc:12 calls Row -> a.cc:3 (same scope)
a.cc:13 calls Row -> a.cc:2 (same scope)
a.cc:14 calls Row -> a.cc:3 (same scope)
a.cc:15 calls last -> a.cc:5 (receiver type)
a.cc:16 calls last -> a.cc:5 (inherited member)
a.cc:16 calls last -> a.cc:5 (receiver type)
a.cc:3 calls Row -> a.cc:2 (same scope)
a.cc:8 calls Row -> a.cc:3 (same scope)";
    assert_eq!(lines(files, "calls"), expected);
}
