; R with its four kinds of classes. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment
(binary_operator) @wrapper.line

; --- functions
(binary_operator lhs: [
    (identifier) @name
    (string content: (_) @name)
    (extract_operator lhs: (_) @qualifier rhs: [(identifier) @name (string content: (_) @name)])]
  operator: ["<-" "=" "<<-" ":="]
  rhs: (function_definition body: (_) @body)) @definition.function
((binary_operator lhs: (call function: (identifier) @_method
    arguments: (arguments . (argument value: (identifier) @name)))
  operator: ["<-" "="]
  rhs: (function_definition body: (_) @body)) @definition.method
 (#eq? @_method "method"))
(binary_operator lhs: (function_definition body: (_) @body) operator: ["->" "->>"] rhs: (identifier) @name)
 @definition.function
((binary_operator lhs: (identifier) @name
  rhs: (call function: [(identifier) @_generic (namespace_operator rhs: (identifier) @_generic)])) @definition.function
 (#any-of? @_generic "new_generic"))
((call function: [(identifier) @_generic (namespace_operator rhs: (identifier) @_generic)]
  arguments: (arguments . (argument value: (string content: (_) @name))
    (argument value: (function_definition body: (_) @body))?)) @definition.function
 (#eq? @_generic "setGeneric"))
((call function: [(identifier) @_method (namespace_operator rhs: (identifier) @_method)]
  arguments: (arguments . (argument value: (string content: (_) @name))
    (argument value: (function_definition body: (_) @body))?)) @definition.method
 (#any-of? @_method "setMethod" "setReplaceMethod"))
((call function: (extract_operator lhs: (_) @receiver rhs: (identifier) @_methods)
  arguments: (arguments (argument name: (identifier) @name value: (function_definition body: (_) @body))
    @definition.method))
 (#any-of? @_methods "methods"))

; --- classes: S4, reference classes, R6, S7, ggproto
((call function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)]
  arguments: (arguments . (argument !name value: (string content: (_) @name)) . (comma)? @body)) @definition.class
 (#any-of? @_class "setClass" "setRefClass" "setClassUnion" "R6Class" "new_class" "ggproto"))
((binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"]
  rhs: (call function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)]
    arguments: (arguments . (argument name: (_))) @body)) @definition.class
 (#any-of? @_class "setClass" "setRefClass" "setClassUnion" "R6Class" "new_class" "ggproto"))
((argument name: [(identifier) @name (string content: (_) @name)]
  value: (function_definition body: (_) @body)) @definition.constructor @inside
 (#eq? @name "initialize"))
((argument name: [(identifier) @name (string content: (_) @name)]
  value: (function_definition body: (_) @body)) @definition.method @inside
 (#not-any-of? @name "validity" "validator" "constructor"))
((argument name: [(identifier) @name (string content: (_) @name)] value: (_)) @definition.field @inside
 (#not-any-of? @name "public" "private" "active" "inherit" "cloneable" "class" "classname" "portable"
  "lock_objects" "lock_class" "parent_env" "contains" "slots" "representation" "prototype" "validity"
  "sealed" "package" "where" "fields" "methods" "parent" "properties" "abstract" "constructor"
  "validator" "members" "generator"))
((argument name: (identifier) @_prototype value: (_)) @local
 (#eq? @_prototype "prototype"))

; --- tests
((call function: (identifier) @_test
  arguments: (arguments . (argument value: (string content: (_) @name)) . (comma) @body)) @definition.test
 (#any-of? @_test "test_that" "it" "describe"))

; --- variables of the file
((binary_operator lhs: [(identifier) @name (string content: (_) @name)] operator: ["<-" "=" "<<-"]
  rhs: [(float) (integer) (complex) (string) (identifier) (true) (false) (null) (na) (nan) (inf)
    (unary_operator) (binary_operator) (extract_operator) (namespace_operator) (subset) (subset2)
    (parenthesized_expression) (braced_expression) (if_statement)]) @definition.variable)
((binary_operator lhs: [(identifier) @name (string content: (_) @name)] operator: ["<-" "=" "<<-"]
  rhs: (call function: [
    (identifier) @_class
    (namespace_operator rhs: (identifier) @_class)
    (extract_operator) @_class
    (call) @_class
    (function_definition) @_class
    (parenthesized_expression) @_class])) @definition.variable
 (#not-any-of? @_class "setClass" "setRefClass" "setClassUnion" "R6Class" "new_class" "ggproto" "new_generic" "setGeneric"))
((binary_operator operator: ["->" "->>"] rhs: (identifier) @name) @definition.variable)
((binary_operator lhs: (identifier) rhs: (call function: (identifier) @_list
  arguments: (arguments (argument
    name: [(identifier) @name (string content: (_) @name)]
    value: (function_definition body: (_) @body)) @definition.function)))
 (#eq? @_list "list"))

; --- code that is run
(function_definition) @local
(for_statement) @local
(while_statement) @local
(repeat_statement) @local
(argument value: (braced_expression) @local)

; --- imports
((call function: (identifier) @_load arguments: (arguments . (argument value: [
    (identifier) @name
    (string content: (_) @name)]))) @reference.import
 (#any-of? @_load "library" "require" "requireNamespace" "loadNamespace" "source" "sys.source"))

; --- supertypes
((call function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)]
  arguments: (arguments (argument name: (identifier) @_inherit value: [
    (identifier) @name @reference.inherit
    (string content: (_) @name) @reference.inherit
    (namespace_operator lhs: (_) @qualifier rhs: (identifier) @name) @reference.inherit
    (call arguments: (arguments (argument value: (string content: (_) @name) @reference.inherit)))])))
 (#any-of? @_class "setClass" "setRefClass" "setClassUnion" "R6Class" "new_class" "ggproto") (#any-of? @_inherit "inherit" "contains" "parent"))
((call function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)]
  arguments: (arguments . (argument) . (comma) . (argument !name value: (identifier) @name @reference.inherit)))
 (#any-of? @_class "ggproto" "new_class"))

; --- calls
((call function: (identifier) @_new arguments: (arguments . (argument value: (string content: (_) @name)))) @reference.call
 (#eq? @_new "new"))
((call function: (identifier) @name) @reference.call
 (#not-any-of? @name "library" "require" "requireNamespace" "loadNamespace" "source" "c" "list" "function"
  "setClass" "setRefClass" "setClassUnion" "R6Class" "new_class" "ggproto" "setGeneric" "new_generic" "setMethod"
  "setReplaceMethod" "setValidity" "method" "return" "new"
  "test_that" "it" "describe" "stop" "if" "signature" "representation"))
(call function: (namespace_operator lhs: (_) @qualifier rhs: (_) @name)) @reference.call
(call function: (extract_operator lhs: (_) @qualifier rhs: (identifier) @name)) @reference.call
((binary_operator operator: "special" @name) @reference.call
 (#not-any-of? @name "%>%" "%in%" "%%" "%/%" "%*%" "%o%" "%||%"))

; --- uses
(namespace_operator lhs: (_) @qualifier rhs: (identifier) @name) @reference.use
