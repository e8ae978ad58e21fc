//! What receivers are, and what must stay unknown.

use super::agree;

#[test]
fn members_of_classes_are_found_through_this_and_super() {
    agree(
        "--- base.ts
export abstract class Base<T> {
  abstract load(): T;
  protected log() {}
  static make() { return 1; }
}
--- store.ts
import { Base } from './base';
interface Clock { now(): number; zone: Zone }
class Zone { shift() {} }
export class Store extends Base<string> {
  #cache = new Map<string, Zone>();
  private zones: Zone[] = [];
  private backup?: Store;
  constructor(private readonly clock: Clock) {
    super();
    clock.now();
  }
  load() { return ''; }
  get current(): Zone { return this.zones[0]; }
  run = () => { this.load(); };
  all() {
    this.log();
    super.log();
    this.clock.now();
    this.clock.zone.shift();
    this.current.shift();
    this.run();
    this.#cache.get('a')!.shift();
    this.#private();
    this.backup?.all();
    for (const zone of this.zones) zone.shift();
    for (const [, zone] of this.#cache) zone.shift();
    this.zones.filter(Boolean).forEach((zone) => zone.shift());
    this.zones.push(new Zone());
    Store.make();
  }
  #private() {}
}
",
        &["imports", "uses"],
        "
        store.ts:4 inherits Base -> base.ts:1 (import)
        store.ts:9 calls super -> base.ts:1 (inherited member)
        store.ts:10 calls now -> store.ts:2 (receiver type)
        store.ts:14 calls load -> store.ts:12 (receiver type)
        store.ts:16 calls log -> base.ts:3 (inherited member)
        store.ts:17 calls log -> base.ts:3 (receiver type)
        store.ts:18 calls now -> store.ts:2 (receiver type)
        store.ts:19 calls shift -> store.ts:3 (receiver type)
        store.ts:20 calls shift -> store.ts:3 (receiver type)
        store.ts:21 calls run -> store.ts:14 (receiver type)
        store.ts:22 calls shift -> store.ts:3 (receiver type)
        store.ts:23 calls #private -> store.ts:31 (receiver type)
        store.ts:24 calls all -> store.ts:15 (receiver type)
        store.ts:25 calls shift -> store.ts:3 (receiver type)
        store.ts:26 calls shift -> store.ts:3 (receiver type)
        store.ts:27 calls shift -> store.ts:3 (receiver type)
        store.ts:28 calls Zone -> store.ts:3 (same scope)
        store.ts:29 calls make -> base.ts:4 (inherited member)
        ",
    );
}

#[test]
fn values_are_followed_through_results_promises_and_patterns() {
    agree(
        "--- main.ts
class Session { close() {} get peer() { return new Peer(); } }
class Peer { ping() {} }
type Opened = { session: Session; peers: Map<string, Peer>; notify(): void };
type Both = Opened & { extra(): void };
async function open(): Promise<Opened> { throw 0; }
function create() { return new Session(); }
const factory = () => create();
let shared: Session | undefined;
let assigned;
export async function main(both: Both, { session: first, peers = new Map() }: Opened) {
  const opened = await open();
  opened.notify();
  opened.session.close();
  const { session, peers: others } = opened;
  session.close();
  others.get('x')?.ping();
  (await open()).session.peer.ping();
  create().close();
  factory().close();
  shared!.close();
  assigned = new Peer();
  assigned.ping();
  both.notify();
  both.extra();
  both.session.close();
  first.close();
  open().then((later) => later.notify());
  const list = [create()] as Session[];
  list.at(0)!.close();
  const made: ReturnType<typeof create> = create();
  made.close();
  const part: Partial<Opened> = {};
  part.session?.close();
  const member: Opened['session'] = session;
  member.close();
}
",
        &["uses"],
        "
        main.ts:1 calls Peer -> main.ts:2 (same scope)
        main.ts:6 calls Session -> main.ts:1 (same scope)
        main.ts:7 calls create -> main.ts:6 (same scope)
        main.ts:11 calls open -> main.ts:5 (same scope)
        main.ts:12 calls notify -> main.ts:3 (receiver type)
        main.ts:13 calls close -> main.ts:1 (receiver type)
        main.ts:15 calls close -> main.ts:1 (receiver type)
        main.ts:16 calls ping -> main.ts:2 (receiver type)
        main.ts:17 calls open -> main.ts:5 (same scope)
        main.ts:17 calls ping -> main.ts:2 (receiver type)
        main.ts:18 calls close -> main.ts:1 (receiver type)
        main.ts:18 calls create -> main.ts:6 (same scope)
        main.ts:19 calls close -> main.ts:1 (receiver type)
        main.ts:19 calls factory -> main.ts:7 (same scope)
        main.ts:20 calls close -> main.ts:1 (receiver type)
        main.ts:21 calls Peer -> main.ts:2 (same scope)
        main.ts:22 calls ping -> main.ts:2 (receiver type)
        main.ts:23 calls notify -> main.ts:3 (inherited member)
        main.ts:24 calls extra -> main.ts:4 (receiver type)
        main.ts:25 calls close -> main.ts:1 (receiver type)
        main.ts:26 calls close -> main.ts:1 (receiver type)
        main.ts:27 calls notify -> main.ts:3 (receiver type)
        main.ts:27 calls open -> main.ts:5 (same scope)
        main.ts:28 calls create -> main.ts:6 (same scope)
        main.ts:29 calls close -> main.ts:1 (receiver type)
        main.ts:30 calls create -> main.ts:6 (same scope)
        main.ts:31 calls close -> main.ts:1 (receiver type)
        main.ts:33 calls close -> main.ts:1 (receiver type)
        main.ts:35 calls close -> main.ts:1 (receiver type)
        ",
    );
}

#[test]
fn object_literals_hold_their_methods() {
    agree(
        "--- main.ts
const api = {
  get() { return this.send(); },
  send: () => 1,
  nested: { deep() {} },
};
function createClient() {
  function connect() {}
  return { connect, stop: () => {} };
}
api.get();
api.send();
createClient().connect();
const client = createClient();
client.stop();
stop();
send();
",
        &[],
        "
        main.ts:2 calls send -> main.ts:3 (receiver type)
        main.ts:10 calls get -> main.ts:2 (receiver type)
        main.ts:11 calls send -> main.ts:3 (receiver type)
        main.ts:12 calls connect -> main.ts:7 (receiver type)
        main.ts:12 calls createClient -> main.ts:6 (same scope)
        main.ts:13 calls createClient -> main.ts:6 (same scope)
        main.ts:14 calls stop -> main.ts:8 (receiver type)
        ",
    );
}

#[test]
fn names_are_seen_in_their_functions_only() {
    agree(
        "--- main.test.ts
import { run } from './run';
describe('one', () => {
  const setup = () => 1;
  it('a', () => { setup(); run(); });
});
describe('two', () => {
  function setup() {}
  it('b', () => { setup(); });
  it('c', (run) => { run(); });
});
setup();
--- run.ts
export function run() {}
",
        &["imports"],
        "
        main.test.ts:4 calls run -> run.ts:1 (import)
        main.test.ts:4 calls setup -> main.test.ts:3 (same scope)
        main.test.ts:8 calls setup -> main.test.ts:7 (same scope)
        ",
    );
}

#[test]
fn types_and_values_of_one_name_are_told_apart() {
    agree(
        "--- main.ts
interface Shape { draw(): void }
const Shape = () => 1;
type Error = { code: string };
enum Level { Low, High }
namespace Inner {
  export interface Part { use(): void }
  export function build(part: Part) { part.use(); }
  export interface Whole extends Part {}
}
declare function overloaded(a: string): Shape;
declare function overloaded(a: number): Shape;
export function main(shape: Shape, level = Level.Low) {
  Shape();
  shape.draw();
  throw new Error('x');
}
Inner.build(null as any);
overloaded(1).draw();
",
        &["uses"],
        "
        main.ts:7 calls use -> main.ts:6 (receiver type)
        main.ts:8 inherits Part -> main.ts:6 (same scope)
        main.ts:13 calls Shape -> main.ts:2 (same scope)
        main.ts:14 calls draw -> main.ts:1 (receiver type)
        main.ts:17 calls build -> main.ts:7 (import)
        main.ts:18 calls draw -> main.ts:1 (receiver type)
        main.ts:18 calls overloaded -> main.ts:10 (same scope)
        ",
    );
}

#[test]
fn prototypes_and_functions_make_objects() {
    agree(
        "--- main.js
function Emitter() { this.handlers = []; }
Emitter.prototype.on = function (name) { this.check(name); };
Emitter.prototype.check = function () {};
const app = {};
app.listen = function () { this.close(); };
app.close = function () {};
const emitter = new Emitter();
emitter.on('a');
app.listen();
",
        &[],
        "
        main.js:2 calls check -> main.js:3 (receiver type)
        main.js:5 calls close -> main.js:6 (receiver type)
        main.js:7 calls Emitter -> main.js:1 (same scope)
        main.js:8 calls on -> main.js:2 (receiver type)
        main.js:9 calls listen -> main.js:5 (receiver type)
        ",
    );
}

#[test]
fn what_is_not_shown_is_guessed_by_telling_names_only() {
    agree(
        "--- main.ts
class Ledger { bookEntry() {} close() {} }
class Left { flipSides() {} }
class Right { flipSides() {} }
export function main(thing) {
  thing.bookEntry();
  thing.close();
  thing.flipSides();
  console.log(1);
  [1].map(String).filter(Boolean);
}
",
        &[],
        "
        main.ts:5 calls bookEntry -> main.ts:1 (unique name)
        ",
    );
}

#[test]
fn declarations_without_a_module_are_seen_everywhere() {
    agree(
        "--- globals.d.ts
declare function translate(key: string): string;
interface Window { title: string }
--- module.d.ts
import type { X } from 'x';
declare function local(): void;
declare global { function everywhere(): void; }
--- main.ts
translate('a');
local();
everywhere();
",
        &[],
        "
        main.ts:1 calls translate -> globals.d.ts:1 (same package)
        main.ts:3 calls everywhere -> module.d.ts:3 (same package)
        ",
    );
}
