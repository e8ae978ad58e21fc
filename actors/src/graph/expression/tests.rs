use super::*;
use Expression::*;

fn name(word: &str) -> Box<Expression> {
    Box::new(Name(word.into()))
}

#[test]
fn chains_are_followed() {
    let call = Call(Box::new(Member(name("a"), "b".into())));
    assert_eq!(read("a.b().c"), Member(Box::new(call), "c".into()));
    assert_eq!(read("A::b"), Path(name("A"), "b".into()));
    assert_eq!(read("a::B::{}"), New("a::B".into()));
    assert_eq!(read("x[].f"), Member(Box::new(Index(name("x"))), "f".into()));
    assert_eq!(read("&x"), Name("x".into()));
}

#[test]
fn what_is_made_and_cast_names_its_type() {
    assert_eq!(read("new a.B().c"), Member(Box::new(New("a.B".into())), "c".into()));
    assert_eq!(read("&mux.Router{}"), New("mux.Router".into()));
    assert_eq!(read("((Foo)x).y"), Member(Box::new(Cast("Foo".into())), "y".into()));
    assert_eq!(read("x as Foo"), Cast("Foo".into()));
    assert_eq!(read("x.(*Foo).y"), Member(Box::new(Cast("*Foo".into())), "y".into()));
    assert_eq!(read("x.(type)"), Name("x".into()));
    assert_eq!(read("new(Foo).y"), Member(Box::new(New("Foo".into())), "y".into()));
    assert_eq!(read("[]*a.Foo{}"), Cast("[]*a.Foo".into()));
    assert_eq!(read("map[]Foo{}[]"), Index(Box::new(Cast("map[]Foo".into()))));
    assert_eq!(read("<-x"), Index(name("x")));
    assert_eq!(read("[]or x"), Either(Box::new(Literal('[')), name("x")));
    assert_eq!(read("func(a) *B"), Cast("func(a) *B".into()));
    assert_eq!(read("func()"), Call(name("func")));
    assert_eq!(read("(a,b().c,)"), Tuple(vec![Name("a".into()), read("b().c")]));
    assert_eq!(read("(a+1,b,)"), Tuple(vec![Other, Name("b".into())]));
    assert_eq!(read("[a.b()]"), List(Box::new(read("a.b()"))));
    assert_eq!(read("[a.b()][]"), Index(Box::new(read("[a.b()]"))));
}

#[test]
fn waiting_and_alternatives() {
    let called = Box::new(Call(name("f")));
    assert_eq!(read("(await f()).x"), Member(Box::new(Await(called.clone())), "x".into()));
    assert_eq!(read("f().await"), Await(called));
    let loaded = Box::new(Await(Box::new(Module("./a".into()))));
    assert_eq!(read("(await import('./a')).b"), Member(loaded, "b".into()));
    assert_eq!(read("a||b"), Either(name("a"), name("b")));
    assert_eq!(read("a or[]"), Either(name("a"), Box::new(Literal('['))));
    let either = Either(Box::new(Call(name("f"))), Box::new(Call(name("g"))));
    assert_eq!(read("f()if x else g()"), either);
    assert_eq!(read("(a or b).c"), Member(Box::new(Either(name("a"), name("b"))), "c".into()));
    assert_eq!(read("a order b"), Other);
    assert_eq!(read("a+b"), Other);
    assert_eq!(read(""), Other);
    assert_eq!(read("\"\".join()"), Call(Box::new(Member(Box::new(Literal('"')), "join".into()))));
}
