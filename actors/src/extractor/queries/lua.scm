; Lua. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment

; --- imports. A whole module has its local name as name and as alias, and is no variable.
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name @alias .)
  (expression_list . value: (function_call name: (identifier) @_require
    arguments: (arguments . (string content: (_) @qualifier)))))) @reference.import
 (#eq? @_require "require"))
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @alias .)
  (expression_list . value: (dot_index_expression
    table: (function_call name: (identifier) @_require
      arguments: (arguments . (string content: (_) @qualifier)))
    field: (_) @name)))) @reference.import
 (#eq? @_require "require"))
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) .)
  (expression_list . value: [
    (function_call name: (identifier) @_require arguments: (arguments . (string)))
    (dot_index_expression
      table: (function_call name: (identifier) @_require arguments: (arguments . (string))))]))) @skip
 (#eq? @_require "require"))
((function_call name: (identifier) @_require
  arguments: (arguments . (string content: (_) @name))) @reference.import
 (#any-of? @_require "require" "dofile" "loadfile"))
((function_call name: (identifier) @_try
  arguments: (arguments . (identifier) @_require . (string content: (_) @name))) @reference.import
 (#eq? @_try "pcall") (#eq? @_require "require"))

; --- functions
(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @qualifier field: (_) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @receiver method: (_) @name)) @definition.method
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition body: (_)? @body)))) @definition.function
(assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression table: (_) @qualifier field: (_) @name)
    (bracket_index_expression table: (_) @qualifier field: (string content: (_) @name))])
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(field name: [(identifier) @name (string content: (_) @name)]
  value: (function_definition body: (_)? @body)) @definition.function

; --- classes, by what libraries call their making
([(variable_declaration (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_call name: [
      (identifier) @_make
      (dot_index_expression field: (_) @_make)
      (method_index_expression method: (_) @_make)]))))
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_call name: [
      (identifier) @_make
      (dot_index_expression field: (_) @_make)
      (method_index_expression method: (_) @_make)])))] @definition.class @outer
 (#any-of? @_make "class" "Class" "extend" "subclass"))

; --- variables of the file, fields of its tables
((variable_declaration (assignment_statement
  (variable_list name: (identifier) @name . attribute: (attribute (identifier) @_const)))) @definition.constant
 (#eq? @_const "const"))
(variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable
(variable_declaration (variable_list name: (identifier) @name)) @definition.variable
(assignment_statement (variable_list name: (identifier) @name)) @definition.variable
((assignment_statement (variable_list
  name: (dot_index_expression table: (identifier) @qualifier field: (_) @name))) @definition.field @outer
 (#not-any-of? @qualifier "package" "_G" "_ENV" "vim" "arg" "string" "table" "os" "io" "math")
 (#not-any-of? @name "__index" "__newindex" "__call" "__mode" "__metatable" "__tostring"))

; --- code that is run
(function_definition) @local
(do_statement) @local
(if_statement) @local
(for_statement) @local
(while_statement) @local
(repeat_statement) @local

; --- supertypes
((function_call name: (identifier) @_make arguments: (arguments (string) . [
    (identifier) @name
    (dot_index_expression table: (_) @qualifier field: (_) @name)])) @reference.inherit
 (#any-of? @_make "class" "Class"))
((assignment_statement (expression_list . value: (function_call
  name: (method_index_expression table: (identifier) @name method: (_) @_make)))) @reference.inherit
 (#any-of? @_make "extend" "subclass"))

; --- calls
((function_call name: (identifier) @name) @reference.call
 (#not-any-of? @name "require" "pcall" "print" "type" "class" "Class"))
(function_call name: (dot_index_expression table: (_) @qualifier field: (_) @name)) @reference.call
(function_call name: (method_index_expression table: (_) @qualifier method: (_) @name)) @reference.call
