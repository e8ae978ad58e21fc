; Ruby. Conventions: README.md in this folder.

(comment) @comment

; --- definitions
(class name: [(constant) @name (scope_resolution) @path] superclass: (_)? body: (_)? @body) @definition.class
(module name: [(constant) @name (scope_resolution) @path]) @definition.module
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(alias name: [(identifier) (simple_symbol) (constant) (setter) (operator)] @name) @definition.method
(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution) @path) @definition.constant
(assignment left: (left_assignment_list (constant) @name)) @definition.constant
(operator_assignment left: (constant) @name) @definition.constant
(assignment left: [(global_variable) (class_variable)] @name) @definition.variable @once
((assignment left: (constant) right: (call receiver: (constant) @_struct
  arguments: (argument_list (simple_symbol) @name @definition.field)))
 (#any-of? @_struct "Struct" "Data"))
((call method: (identifier) @_make arguments: (argument_list [(simple_symbol) (string)] @name @definition.property))
 (#any-of? @_make "attr_reader" "attr_writer" "attr_accessor" "attr" "cattr_accessor" "mattr_accessor"
  "class_attribute" "attribute"))
((call method: (identifier) @_make
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])) @definition.method
 (#any-of? @_make "define_method" "define_singleton_method" "alias_method" "scope"))
((call method: (identifier) @_make arguments: (argument_list (simple_symbol) @name @definition.method))
 (#eq? @_make "delegate"))
((call method: (identifier) @_make arguments: (argument_list . (_) (simple_symbol) @name @definition.method))
 (#any-of? @_make "def_delegators"))
((call !receiver method: (identifier) @_test
  arguments: (argument_list . (string (string_content) @name)) block: (_) @body) @definition.test
 (#any-of? @_test "it" "test" "specify" "scenario"))

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
