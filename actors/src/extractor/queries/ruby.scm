; Ruby. Conventions: README.md in this folder.

(comment) @comment

; --- definitions
(class name: [(constant) @name (scope_resolution) @path] superclass: (_)? body: (_)? @body) @definition.class
(module name: [(constant) @name (scope_resolution) @path]) @definition.module
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(alias name: (_) @name) @definition.method
(assignment left: (constant) @name) @definition.constant
((call method: (identifier) @_make arguments: (argument_list (simple_symbol) @name @definition.property))
 (#any-of? @_make "attr_reader" "attr_writer" "attr_accessor" "attribute"))
((call method: (identifier) @_make arguments: (argument_list . (simple_symbol) @name)) @definition.method
 (#any-of? @_make "define_method" "alias_method" "scope" "delegate"))

; --- imports
((call !receiver method: (identifier) @_load arguments: (argument_list (string (string_content) @name))) @reference.import
 (#any-of? @_load "require" "require_relative" "load"))
((call !receiver method: (identifier) @_load
  arguments: (argument_list (simple_symbol) @name (string (string_content) @qualifier))) @reference.import
 (#eq? @_load "autoload"))

; --- supertypes
(superclass [(constant) @name (scope_resolution) @path]) @reference.inherit
((call !receiver method: (identifier) @_mix
  arguments: (argument_list [(constant) @name @reference.inherit (scope_resolution) @path @reference.inherit]))
 (#any-of? @_mix "include" "extend" "prepend"))

; --- calls
(call receiver: (_) @qualifier method: [(identifier) (constant)] @name) @reference.call
((call !receiver method: [(identifier) (constant)] @name) @reference.call
 (#not-any-of? @name "require" "require_relative" "load" "autoload" "include" "extend" "prepend"
  "attr_reader" "attr_writer" "attr_accessor" "define_method" "alias_method" "private" "public"
  "protected" "module_function" "puts" "raise" "lambda" "proc" "loop"))
(super) @reference.call

; --- uses
(scope_resolution) @path @reference.use
(constant) @reference.use
