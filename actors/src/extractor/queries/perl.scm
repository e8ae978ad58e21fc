; Perl 5, with its classes and what Moose and Test::More add. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment
(pod) @comment

; --- packages and classes
(package_statement name: (package) @name (block)? @body) @definition.package
(class_statement name: (package) @name (block)? @body) @definition.class
(role_statement name: (package) @name (block)? @body) @definition.trait

; --- subroutines
(subroutine_declaration_statement name: (bareword) @path body: (_)) @definition.function
(method_declaration_statement name: (bareword) @name) @definition.method
(assignment_expression
  left: [
    (variable_declaration variable: (scalar (varname) @name))
    (scalar (varname) @name)
    (glob (varname) @path)]
  right: (anonymous_subroutine_expression body: (_) @body)) @definition.function
((ambiguous_function_call_expression function: (function) @_test
  arguments: (list_expression . [
      (string_literal content: (_) @name)
      (interpolated_string_literal content: (_) @name)]
    (anonymous_subroutine_expression body: (_) @body))) @definition.test
 (#any-of? @_test "subtest" "describe" "it"))
((function_call_expression function: (function) @_test
  arguments: (list_expression . [
      (string_literal content: (_) @name)
      (interpolated_string_literal content: (_) @name)]
    (anonymous_subroutine_expression body: (_) @body))) @definition.test
 (#any-of? @_test "subtest" "describe" "it"))

; --- constants, attributes, variables
((use_statement module: (package) @_use (list_expression . [
    (autoquoted_bareword) @name
    (string_literal content: (_) @name)])) @definition.constant
 (#eq? @_use "constant"))
((use_statement module: (package) @_use (autoquoted_bareword) @name) @definition.constant
 (#eq? @_use "constant"))
((use_statement module: (package) @_use
  (anonymous_hash_expression (list_expression (autoquoted_bareword) @name @definition.constant)))
 (#eq? @_use "constant"))
([(ambiguous_function_call_expression function: (function) @_has arguments: [
    (list_expression . [(autoquoted_bareword) @name (string_literal content: (_) @name)])
    (string_literal content: (_) @name)])
  (function_call_expression function: (function) @_has arguments: [
    (list_expression . [(autoquoted_bareword) @name (string_literal content: (_) @name)])
    (string_literal content: (_) @name)])]
 @definition.property (#any-of? @_has "has" "option"))
(variable_declaration variable: [
  (scalar (varname) @name)
  (array (varname) @name)
  (hash (varname) @name)]) @definition.variable
(variable_declaration variables: [
  (scalar (varname) @name)
  (array (varname) @name)
  (hash (varname) @name)]) @definition.variable

; --- code that is run
(anonymous_subroutine_expression) @local
(phaser_statement) @local
(class_phaser_statement) @local
(block_statement) @local
(conditional_statement) @local
(loop_statement) @local
(for_statement) @local
(cstyle_for_statement) @local
(do_expression) @local
(eval_expression) @local

; --- supertypes and imports
((use_statement module: (package) @_use [
    (string_literal content: (_) @path @reference.inherit)
    (quoted_word_list content: (_) @path @reference.inherit)
    (list_expression (string_literal content: (_) @path @reference.inherit))])
 (#any-of? @_use "parent" "base"))
([(ambiguous_function_call_expression function: (function) @_extends
    arguments: (string_literal content: (_) @path))
  (function_call_expression function: (function) @_extends
    arguments: (string_literal content: (_) @path))] @reference.inherit
 (#any-of? @_extends "extends" "with"))
((class_statement attributes: (attrlist (attribute name: (_) @_isa value: (_) @path @reference.inherit)))
 (#any-of? @_isa "isa" "does"))
((use_statement module: (package) @path) @reference.import
 (#not-any-of? @path "strict" "warnings" "utf8" "feature" "constant" "parent" "base" "vars" "lib"
  "integer" "overload" "version" "experimental" "open" "mro" "bytes" "locale" "fields" "subs"))
(require_expression (bareword) @path) @reference.import

; --- calls
(function_call_expression function: (function (varname) @path)) @reference.call
(ambiguous_function_call_expression function: (function (varname) @path)) @reference.call
((function_call_expression function: (function) @path) @reference.call
 (#not-any-of? @path "has" "extends" "with" "subtest"))
((ambiguous_function_call_expression function: (function) @path) @reference.call
 (#not-any-of? @path "has" "extends" "with" "subtest"))
(method_call_expression invocant: (_) @qualifier method: (method) @name) @reference.call
(refgen_expression (function (varname) @path)) @reference.use
(method_call_expression invocant: (bareword) @path) @reference.use
