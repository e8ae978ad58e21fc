use super::edges_without_uses as edges;

#[test]
fn namespaces_usings_and_parts_of_a_class() {
    let found = edges(
        "--- Shop/Item.cs
namespace Shop.Goods
{
    public partial class Item : Base<Item>
    {
        public Item(int price) : base(price) { Weigh(); }
        public string Label(string suffix = \"\") => suffix;
        public Item Parent { get; set; }
    }
    public static class ItemExtensions
    {
        public static Item Twice(this Item item, int n) => item;
        public static bool IsBlank(this string text) => true;
    }
}
--- Shop/Item.Parts.cs
namespace Shop.Goods;
public partial class Item
{
    void Weigh() { this.Label(\"a\"); Parent.Parent.Label(); First().Label(); }
}
--- Shop/Base.cs
namespace Shop
{
    public class Base<T>
    {
        public Base(int n) { }
        public T First() { return default; }
        public Task<T> Later() => null;
        public static int Count(params int[] all) => 0;
    }
}
--- App/Program.cs
using Shop.Goods;
using static Shop.Base<int>;
using Thing = Shop.Goods.Item;
namespace App
{
    class Program
    {
        async void Run(Item given, List<Item> list, object o)
        {
            var item = new Item(1);
            item.Label();
            given.Twice(2).Label();
            \"x\".IsBlank();
            \"x\".Trim();
            Thing other = item;
            other.Label(\"b\");
            foreach (var each in list) { each.Label(); }
            list.Where(i => i.Label() != null);
            (await item.Later()).Label();
            if (o is Item seen) { seen.Label(); }
            item?.Parent?.Label();
            Run(item, list, o);
            o.Label();
            Shop.Goods.ItemExtensions.Twice(item, 3);
        }
    }
}
",
        &[],
    );
    assert_eq!(
        found,
        "\
App/Program.cs:2 imports Base -> Shop/Base.cs:3 (import)
App/Program.cs:3 imports Item -> Shop/Item.Parts.cs:2 (import)
App/Program.cs:10 calls Item -> Shop/Item.cs:5 (wildcard import)
App/Program.cs:11 calls Label -> Shop/Item.cs:6 (receiver type)
App/Program.cs:12 calls Label -> Shop/Item.cs:6 (receiver type)
App/Program.cs:12 calls Twice -> Shop/Item.cs:11 (same package)
App/Program.cs:13 calls IsBlank -> Shop/Item.cs:12 (same package)
App/Program.cs:16 calls Label -> Shop/Item.cs:6 (receiver type)
App/Program.cs:17 calls Label -> Shop/Item.cs:6 (receiver type)
App/Program.cs:18 calls Label -> Shop/Item.cs:6 (receiver type)
App/Program.cs:19 calls Label -> Shop/Item.cs:6 (receiver type)
App/Program.cs:19 calls Later -> Shop/Base.cs:7 (inherited member)
App/Program.cs:20 calls Label -> Shop/Item.cs:6 (receiver type)
App/Program.cs:21 calls Label -> Shop/Item.cs:6 (receiver type)
App/Program.cs:22 calls Run -> App/Program.cs:8 (same scope)
App/Program.cs:24 calls Twice -> Shop/Item.cs:11 (receiver type)
Shop/Item.Parts.cs:4 calls First -> Shop/Base.cs:6 (inherited member)
Shop/Item.Parts.cs:4 calls Label -> Shop/Item.cs:6 (receiver type)
Shop/Item.Parts.cs:4 calls Label -> Shop/Item.cs:6 (receiver type)
Shop/Item.Parts.cs:4 calls Label -> Shop/Item.cs:6 (receiver type)
Shop/Item.cs:3 inherits Base -> Shop/Base.cs:3 (same package)
Shop/Item.cs:5 calls Weigh -> Shop/Item.Parts.cs:4 (same scope)
Shop/Item.cs:5 calls base -> Shop/Base.cs:5 (inherited member)"
    );
}
