; Julia. Conventions: README.md in this folder.

; --- what leads to a definition. A string on lines of its own documents what follows.
(line_comment) @comment
(block_comment) @comment
(string_literal) @comment
(prefixed_string_literal) @comment
(macrocall_expression) @wrapper
(macro_argument_list) @wrapper

; --- modules and types
(module_definition name: (_) @name . (_)? @body) @definition.module
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))]) . (_)? @body) @definition.struct
(abstract_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type
(primitive_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type
(struct_definition (identifier) @name @definition.field)
(const_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.field @inside
(typed_expression . (identifier) @name) @definition.field @inside
(assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.field @inside

; --- enums
((macrocall_expression (macro_identifier (identifier) @_enum)
  (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.enum
 (#eq? @_enum "enum"))
((macrocall_expression (macro_identifier (identifier) @_enum) (macro_argument_list . (_) [
    (identifier) @name @definition.variant
    (assignment . (identifier) @name) @definition.variant
    (assignment (juxtaposition_expression (_) (identifier) @name @definition.variant))
    (compound_statement (identifier) @name @definition.variant)
    (compound_statement (assignment . (identifier) @name) @definition.variant)]))
 (#eq? @_enum "enum"))

; --- functions, macros, tests
(function_definition (signature [
  (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])])
  (typed_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])]))
  (where_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])]))
  (where_expression . (typed_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])])))
  (where_expression . (where_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])])))]) . (_)? @body) @definition.function
(function_definition (signature . (identifier) @name .) . (_)? @body) @definition.function
(assignment . [
  (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])])
  (typed_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])]))
  (where_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])]))
  (where_expression . (typed_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])])))
  (where_expression . (where_expression . (call_expression . [
    (identifier) @name
    (operator) @name
    (parenthesized_expression . (operator) @name .)
    (field_expression value: (_) @qualifier [
      (identifier) @name
      (quote_expression [(identifier) (operator)] @name)
      (quote_expression (parenthesized_expression [(identifier) (operator)] @name))] .)
    (parametrized_type_expression . [
      (identifier) @name
      (field_expression value: (_) @qualifier (identifier) @name .)])])))]
  (operator) . (_) @body) @definition.function
(assignment . [
  (binary_expression (_) (operator) @name (_))
  (parenthesized_expression (binary_expression (_) (operator) @name (_)))]
  (operator) . (_) @body) @definition.function
(const_statement (assignment . (identifier) @name
  (operator) . [
    (arrow_function_expression . (_) . (_) @body)
    (function_definition (signature) . (_)? @body)])) @definition.function
(assignment . (identifier) @name
  (operator) . [
    (arrow_function_expression . (_) . (_) @body)
    (function_definition (signature) . (_)? @body)]) @definition.function
(macro_definition (signature (call_expression . [(identifier) (operator)] @name)) . (_)? @body) @definition.macro
((macrocall_expression (macro_identifier (identifier) @_test)
  (macro_argument_list . (string_literal) @name [(compound_statement) (for_statement)] @body))
 @definition.test
 (#any-of? @_test "testset" "testitem" "safetestset" "testmodule" "testsnippet"))

; --- constants and variables
(const_statement (assignment . (parametrized_type_expression . (identifier) @name))) @definition.type
(const_statement (assignment . [
  (identifier) @name
  (typed_expression . (identifier) @name)
  (open_tuple (identifier) @name)
  (tuple_expression (identifier) @name)])) @definition.constant
(assignment . [
  (identifier) @name
  (typed_expression . (identifier) @name)
  (open_tuple (identifier) @name)]) @definition.variable

; --- code that is run
(macro_argument_list) @local
(let_statement) @local
(for_statement) @local
(while_statement) @local
(try_statement) @local
(do_clause) @local
(arrow_function_expression) @local
(quote_statement) @local

; --- imports
([(using_statement (identifier) @name @reference.import)
  (import_statement (identifier) @name @reference.import)
  (using_statement [(scoped_identifier) (import_path)] @path @reference.import)
  (import_statement [(scoped_identifier) (import_path)] @path @reference.import)])
(selected_import . (_) @qualifier [(identifier) (operator) (macro_identifier)] @name @reference.import)
(selected_import . (_) @qualifier
  (import_alias . (_) @name . (_) @alias) @reference.import)
(import_alias . [(identifier) (scoped_identifier) (import_path)] @path . (_) @alias) @reference.import
((call_expression . (identifier) @_include (argument_list . (string_literal (content) @name))) @reference.import
 (#eq? @_include "include"))

; --- supertypes
(type_head (binary_expression (_) (operator) . [
  (identifier) @name @reference.inherit
  (field_expression) @path @reference.inherit
  (parametrized_type_expression . (identifier) @name) @reference.inherit
  (parametrized_type_expression . (field_expression) @path) @reference.inherit]))
(type_head (parametrized_type_expression (curly_expression (identifier) @shadow)))
(type_head (parametrized_type_expression (curly_expression (binary_expression . (identifier) @shadow))))
(type_head (binary_expression . (parametrized_type_expression (curly_expression [
  (identifier) @shadow
  (binary_expression . (identifier) @shadow)]))))
(where_expression (_) (identifier) @shadow)
(where_expression (_) (binary_expression . (identifier) @shadow))
(where_expression (_) (curly_expression [(identifier) @shadow (binary_expression . (identifier) @shadow)]))

; --- calls
((call_expression . (identifier) @name) @reference.call (#not-any-of? @name "include" "new"))
(call_expression . (field_expression value: (_) @qualifier (identifier) @name .)) @reference.call
(call_expression . (parametrized_type_expression . (identifier) @name)) @reference.call
(broadcast_call_expression . (identifier) @name) @reference.call
(broadcast_call_expression . (field_expression value: (_) @qualifier (identifier) @name .)) @reference.call
((macrocall_expression (identifier) @qualifier . (macro_identifier (identifier) @name)) @reference.call)
((macrocall_expression . (macro_identifier (identifier) @name)) @reference.call
 (#not-any-of? @name "enum" "testset" "inline" "noinline" "inbounds" "kwdef" "show" "static"))

; --- uses
(typed_expression (_) . [(identifier) (field_expression)] @path) @reference.use
(unary_typed_expression [(identifier) (field_expression)] @path) @reference.use
(parametrized_type_expression . [(identifier) (field_expression)] @path) @reference.use
(curly_expression [(identifier) @reference.use (field_expression) @path @reference.use])
(binary_expression (_) (operator) @_sub . (identifier) @name @reference.use (#eq? @_sub "<:"))
