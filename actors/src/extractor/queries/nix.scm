; Nix. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment

; --- functions: bindings of a function, with all its arguments as head
(binding attrpath: [
    (attrpath . [(identifier) @name (string_expression (string_fragment) @name)] .)
    (attrpath . (_) @qualifier . [(identifier) @name (string_expression (string_fragment) @name)] .)
    (attrpath (_) (_) [(identifier) @name (string_expression (string_fragment) @name)] .)]
  expression: (function_expression body: (function_expression body: (function_expression body: (function_expression body: (_) @body))))) @definition.function
(binding attrpath: [
    (attrpath . [(identifier) @name (string_expression (string_fragment) @name)] .)
    (attrpath . (_) @qualifier . [(identifier) @name (string_expression (string_fragment) @name)] .)
    (attrpath (_) (_) [(identifier) @name (string_expression (string_fragment) @name)] .)]
  expression: (function_expression body: (function_expression body: (function_expression body: (_) @body)))) @definition.function
(binding attrpath: [
    (attrpath . [(identifier) @name (string_expression (string_fragment) @name)] .)
    (attrpath . (_) @qualifier . [(identifier) @name (string_expression (string_fragment) @name)] .)
    (attrpath (_) (_) [(identifier) @name (string_expression (string_fragment) @name)] .)]
  expression: (function_expression body: (function_expression body: (_) @body))) @definition.function
(binding attrpath: [
    (attrpath . [(identifier) @name (string_expression (string_fragment) @name)] .)
    (attrpath . (_) @qualifier . [(identifier) @name (string_expression (string_fragment) @name)] .)
    (attrpath (_) (_) [(identifier) @name (string_expression (string_fragment) @name)] .)]
  expression: (function_expression body: (_) @body)) @definition.function

; --- other bindings, down to two levels
(binding
  attrpath: [
    (attrpath . (string_expression (string_fragment) @name) .)
    (attrpath . (_) @qualifier . (string_expression (string_fragment) @name) .)
    (attrpath (_) (_) (string_expression (string_fragment) @name) .)
    (attrpath (identifier) .) @path]
  expression: [
    (apply_expression) (assert_expression) (attrset_expression) (binary_expression) (float_expression)
    (has_attr_expression) (hpath_expression) (if_expression) (indented_string_expression)
    (integer_expression) (let_attrset_expression) (let_expression) (list_expression)
    (parenthesized_expression) (path_expression) (rec_attrset_expression) (select_expression)
    (spath_expression) (string_expression) (unary_expression) (uri_expression) (variable_expression)
    (with_expression)]) @definition.key

; --- code that is run: lists, and what a function names for itself
(list_expression) @local
(function_expression !formals body: (let_expression (binding_set) @local))
(binding expression: (function_expression body: (let_expression (binding_set) @local)))
(binding expression: (function_expression
  body: (function_expression body: (let_expression (binding_set) @local))))

; --- imports
((apply_expression
  function: [
    (variable_expression name: (identifier) @_import)
    (select_expression attrpath: (attrpath (identifier) @_import .))]
  argument: [(path_expression) (spath_expression) (hpath_expression) (uri_expression)
    (string_expression)] @name) @reference.import
 (#any-of? @_import "import" "scopedImport" "callPackage" "callPackages" "getFlake"))
((binding attrpath: (attrpath . (identifier) @_imports .)
  expression: (list_expression (path_expression) @name @reference.import))
 (#eq? @_imports "imports"))
(inherit_from expression: (parenthesized_expression (_) @qualifier)
  attrs: (inherited_attrs (identifier) @name @reference.import))
(inherit_from expression: (_) @qualifier
  attrs: (inherited_attrs (identifier) @name @reference.import))

; --- calls
((apply_expression function: (variable_expression name: (identifier) @name)) @reference.call
 (#not-eq? @name "import"))
(apply_expression function: (select_expression !default) @path) @reference.call

; --- uses
(with_expression environment: [(variable_expression) (select_expression !default)] @path) @reference.use
