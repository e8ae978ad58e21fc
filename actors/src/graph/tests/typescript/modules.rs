//! Where imports lead, and what modules export.

use super::agree;

#[test]
fn relative_specifiers_name_files_by_what_is_built_from_them() {
    agree(
        "--- src/main.ts
import { a } from './a';
import { b } from './b.js';
import { c } from './c';
import { d } from './d.mjs';
import { e } from './e.cjs';
import { f } from './f';
import { g } from './g.jsx';
import { h } from '..';
import { i } from './i.ts';
import './side';
import { j } from './j.test';
import { none } from './none';
--- src/a.ts
export const a = 1;
--- src/b.ts
export const b = 1;
--- src/c/index.tsx
export const c = 1;
--- src/d.mts
export const d = 1;
--- src/e.cts
export const e = 1;
--- src/f.d.ts
export declare const f: number;
--- src/g.tsx
export const g = 1;
--- index.ts
export const h = 1;
--- src/i.ts
export const i = 1;
--- src/side.ts
void 0;
--- src/j.test.ts
export const j = 1;
",
        &[],
        "
        src/main.ts:1 imports ./a -> src/a.ts:1 (import)
        src/main.ts:1 imports a -> src/a.ts:1 (import)
        src/main.ts:2 imports ./b.js -> src/b.ts:1 (import)
        src/main.ts:2 imports b -> src/b.ts:1 (import)
        src/main.ts:3 imports ./c -> src/c/index.tsx:1 (import)
        src/main.ts:3 imports c -> src/c/index.tsx:1 (import)
        src/main.ts:4 imports ./d.mjs -> src/d.mts:1 (import)
        src/main.ts:4 imports d -> src/d.mts:1 (import)
        src/main.ts:5 imports ./e.cjs -> src/e.cts:1 (import)
        src/main.ts:5 imports e -> src/e.cts:1 (import)
        src/main.ts:6 imports ./f -> src/f.d.ts:1 (import)
        src/main.ts:6 imports f -> src/f.d.ts:1 (import)
        src/main.ts:7 imports ./g.jsx -> src/g.tsx:1 (import)
        src/main.ts:7 imports g -> src/g.tsx:1 (import)
        src/main.ts:8 imports .. -> index.ts:1 (import)
        src/main.ts:8 imports h -> index.ts:1 (import)
        src/main.ts:9 imports ./i.ts -> src/i.ts:1 (import)
        src/main.ts:9 imports i -> src/i.ts:1 (import)
        src/main.ts:10 imports ./side -> src/side.ts:1 (import)
        src/main.ts:11 imports ./j.test -> src/j.test.ts:1 (import)
        src/main.ts:11 imports j -> src/j.test.ts:1 (import)
        ",
    );
}

#[test]
fn barrels_hand_on_names_and_modules() {
    agree(
        "--- lib/index.ts
export * from './shapes';
export * as tools from './tools';
export { round as rounded, default as Grid } from './grid';
export type { Options } from './options';
import { hidden } from './tools';
export { hidden as shown };
--- lib/shapes.ts
export class Circle { area() {} }
export * from './index';
--- lib/tools.ts
export function cut() {}
export function hidden() {}
--- lib/grid.ts
export function round() {}
export default class Grid { draw() {} }
--- lib/options.ts
export interface Options { size: number }
--- main.ts
import { Circle, tools, rounded, Grid, shown, missing, type Options } from './lib';
import * as all from './lib/index.js';
import G from './lib/grid';
export function run(options: Options) {
  new Circle().area();
  tools.cut();
  rounded();
  new Grid().draw();
  shown();
  missing();
  all.tools.cut();
  new all.Circle();
  new G().draw();
}
",
        &["imports"],
        "
        main.ts:4 uses Options -> lib/options.ts:1 (import)
        main.ts:5 calls Circle -> lib/shapes.ts:1 (import)
        main.ts:5 calls area -> lib/shapes.ts:1 (receiver type)
        main.ts:6 calls cut -> lib/tools.ts:1 (import)
        main.ts:7 calls rounded -> lib/grid.ts:1 (import)
        main.ts:8 calls Grid -> lib/grid.ts:2 (import)
        main.ts:8 calls draw -> lib/grid.ts:2 (receiver type)
        main.ts:9 calls shown -> lib/tools.ts:2 (import)
        main.ts:11 calls cut -> lib/tools.ts:1 (import)
        main.ts:12 calls Circle -> lib/shapes.ts:1 (import)
        main.ts:13 calls G -> lib/grid.ts:2 (import)
        main.ts:13 calls draw -> lib/grid.ts:2 (receiver type)
        ",
    );
}

#[test]
fn default_exports_have_any_form() {
    agree(
        "--- function.ts
export default function build() {}
--- arrow.ts
export default () => 1;
--- named.ts
const make = () => 1;
export default make;
--- renamed.ts
function work() {}
export { work as default };
--- object.ts
function helper() {}
export default { helper, run() {} };
--- legacy.ts
class Legacy { go() {} }
export = Legacy;
--- main.ts
import build from './function';
import arrow from './arrow';
import make from './named';
import work from './renamed';
import { default as again } from './renamed';
import object from './object';
import Legacy from './legacy';
import Other = require('./legacy');
build();
arrow();
make();
work();
again();
object.run();
new Legacy().go();
new Other().go();
",
        &["imports"],
        "
        main.ts:9 calls build -> function.ts:1 (import)
        main.ts:10 calls arrow -> arrow.ts:1 (import)
        main.ts:11 calls make -> named.ts:1 (import)
        main.ts:12 calls work -> renamed.ts:1 (import)
        main.ts:13 calls again -> renamed.ts:1 (import)
        main.ts:14 calls run -> object.ts:2 (receiver type)
        main.ts:15 calls Legacy -> legacy.ts:1 (import)
        main.ts:15 calls go -> legacy.ts:1 (receiver type)
        main.ts:16 calls Other -> legacy.ts:1 (import)
        main.ts:16 calls go -> legacy.ts:1 (receiver type)
        ",
    );
}

#[test]
fn commonjs_exports_objects_names_and_functions() {
    agree(
        "--- object.js
const { inner } = require('./names');
function first() {}
module.exports = { first, second: first, third() {}, inner };
--- names.js
exports.inner = function () {};
exports.arrow = () => {};
const plain = () => {};
exports.renamed = plain;
--- whole.js
module.exports = function () {};
--- class.js
class Store { put() {} }
module.exports = Store;
module.exports.Store = Store;
--- again.js
module.exports = require('./class');
--- main.js
const object = require('./object');
const { first, second: renamedSecond } = require('./object');
const arrow = require('./names').arrow;
const names = require('./names.js');
const whole = require('./whole');
const Store = require('./class');
const Again = require('./again');
const fs = require('fs');
object.third();
object.first();
object.inner();
first();
renamedSecond();
arrow();
names.inner();
names.renamed();
whole();
new Store().put();
new Again().put();
fs.readFile();
",
        &["imports"],
        "
        main.js:9 calls third -> object.js:3 (import)
        main.js:10 calls first -> object.js:2 (import)
        main.js:11 calls inner -> names.js:1 (import)
        main.js:12 calls first -> object.js:2 (import)
        main.js:13 calls renamedSecond -> object.js:2 (import)
        main.js:14 calls arrow -> names.js:2 (import)
        main.js:15 calls inner -> names.js:1 (import)
        main.js:16 calls renamed -> names.js:3 (import)
        main.js:17 calls whole -> whole.js:1 (import)
        main.js:18 calls Store -> class.js:1 (import)
        main.js:18 calls put -> class.js:1 (receiver type)
        main.js:19 calls Again -> class.js:1 (import)
        main.js:19 calls put -> class.js:1 (receiver type)
        ",
    );
}

#[test]
fn modules_are_loaded_while_the_program_runs() {
    agree(
        "--- page.ts
export function open() {}
export default class Page { show() {} }
--- main.ts
async function main() {
  const { open } = await import('./page');
  open();
  const page = await import('./page');
  page.open();
  new page.default().show();
  (await import('./page')).open();
  import('./page').then((loaded) => loaded.open());
}
let late: typeof import('./page').default;
function later() {
  new late().show();
}
",
        &[],
        "
        main.ts:2 imports ./page -> page.ts:1 (import)
        main.ts:2 imports open -> page.ts:1 (import)
        main.ts:3 calls open -> page.ts:1 (import)
        main.ts:5 calls open -> page.ts:1 (import)
        main.ts:6 calls default -> page.ts:2 (import)
        main.ts:6 calls show -> page.ts:2 (receiver type)
        main.ts:7 calls open -> page.ts:1 (import)
        main.ts:8 calls open -> page.ts:1 (import)
        main.ts:12 calls late -> main.ts:10 (same scope)
        main.ts:12 calls show -> page.ts:2 (receiver type)
        ",
    );
}

#[test]
fn configurations_map_paths() {
    agree(
        "--- tsconfig.base.json
{ \"compilerOptions\": { \"paths\": { \"@shared/*\": [\"./missing/*\", \"./shared/*\"] } } }
--- app/tsconfig.json
{
  // aliases of the app
  \"extends\": \"../tsconfig.base\",
  \"compilerOptions\": { \"baseUrl\": \"./src\", \"paths\": { \"~/*\": [\"*\"], \"exact\": [\"util/exact.ts\"], } },
}
--- app/src/util/exact.ts
export function exact() {}
--- app/src/util/other.ts
export function other() {}
--- shared/log.ts
export function log() {}
--- app/src/main.ts
import { exact } from 'exact';
import { other } from '~/util/other';
import { other as based } from 'util/other';
import { log } from '@shared/log';
import { nothing } from '~/util/nothing';
exact();
other();
based();
log();
nothing();
",
        &["imports"],
        "
        app/src/main.ts:6 calls exact -> app/src/util/exact.ts:1 (import)
        app/src/main.ts:7 calls other -> app/src/util/other.ts:1 (import)
        app/src/main.ts:8 calls based -> app/src/util/other.ts:1 (import)
        app/src/main.ts:9 calls log -> shared/log.ts:1 (import)
        ",
    );
}

#[test]
fn packages_are_found_by_name_and_show_what_they_export() {
    agree(
        "--- package.json
{ \"name\": \"root\", \"workspaces\": [\"packages/*\", \"tools/build\"] }
--- packages/core/package.json
{ \"name\": \"@acme/core\", \"main\": \"dist/index.js\", \"exports\": {
  \".\": { \"types\": \"./dist/index.d.ts\", \"default\": \"./dist/index.js\" },
  \"./deep/*\": \"./dist/deep/*.js\"
}, \"imports\": { \"#inner\": \"./src/inner.ts\", \"#all/*\": \"./src/*.ts\" } }
--- packages/core/src/index.ts
import { inner } from '#inner';
import { inner as same } from '#all/inner';
import { start as own } from '@acme/core';
export function start() { inner(); same(); own(); }
--- packages/core/src/inner.ts
export function inner() {}
--- packages/core/src/deep/water.ts
export function water() {}
--- packages/plain/package.json
{ \"name\": \"plain\", \"main\": \"./lib/plain.js\" }
--- packages/plain/lib/plain.js
exports.plain = () => {};
--- tools/build/package.json
{ \"name\": \"@acme/builder\" }
--- tools/build/src/index.ts
export function bundle() {}
--- packages/web/src/main.ts
import { start } from '@acme/core';
import { water } from '@acme/core/deep/water';
import { plain } from 'plain';
import { bundle } from '@acme/builder';
import { useState } from 'react';
start();
water();
plain();
bundle();
useState();
",
        &["imports"],
        "
        packages/core/src/index.ts:4 calls inner -> packages/core/src/inner.ts:1 (import)
        packages/core/src/index.ts:4 calls own -> packages/core/src/index.ts:4 (import)
        packages/core/src/index.ts:4 calls same -> packages/core/src/inner.ts:1 (import)
        packages/web/src/main.ts:6 calls start -> packages/core/src/index.ts:4 (import)
        packages/web/src/main.ts:7 calls water -> packages/core/src/deep/water.ts:1 (import)
        packages/web/src/main.ts:8 calls plain -> packages/plain/lib/plain.js:1 (import)
        packages/web/src/main.ts:9 calls bundle -> tools/build/src/index.ts:1 (import)
        ",
    );
}
