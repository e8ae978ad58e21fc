; Haskell. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment
(haddock) @comment
(pragma) @between

; --- modules, types, constructors
(header module: (_) @name) @definition.module
(exports) @skip
(data_type name: [(name) @name (prefix_id (_) @name)] constructors: (_)? @body) @definition.type
(data_type (infix operator: [(operator) @name (constructor_operator) @name (infix_id (_) @name)])) @definition.type
(newtype name: [(name) @name (prefix_id (_) @name)]) @definition.type
(type_synonym name: [(name) @name (prefix_id (_) @name)]) @definition.type
(type_synonym (infix operator: [(operator) @name (constructor_operator) @name (infix_id (_) @name)])) @definition.type
(type_family name: [(name) @name (prefix_id (_) @name)]) @definition.type
(type_family (infix operator: [(operator) @name (constructor_operator) @name (infix_id (_) @name)])) @definition.type
(data_family name: [(name) @name (prefix_id (_) @name)]) @definition.type
(data_constructor constructor: [
  (prefix name: [(constructor) @name (prefix_id (_) @name)])
  (record name: (_) @name)
  (infix operator: [(constructor_operator) @name (infix_id (_) @name)])]) @definition.variant
(newtype_constructor name: [(constructor) @name (prefix_id (_) @name)]) @definition.variant
(gadt_constructor name: [(constructor) @name (prefix_id (_) @name)]) @definition.variant
(gadt_constructor names: (binding_list name: [(constructor) @name (prefix_id (_) @name)])) @definition.variant
(field name: (field_name (_) @name)) @definition.field
(pattern_synonym (equation synonym: [
  (constructor) @name
  (apply function: (constructor) @name)
  (apply function: (apply function: (constructor) @name))
  (apply function: (apply function: (apply function: (constructor) @name)))
  (apply function: (apply function: (apply function: (apply function: (constructor) @name))))
  (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name)))))
  (apply function: (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name))))))
  (apply function: (apply function: (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name)))))))
  (apply function: (apply function: (apply function: (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name))))))))
  (record constructor: (constructor) @name)
  (infix operator: [(constructor_operator) @name (infix_id (_) @name)])])) @definition.function

; --- classes and instances
(class name: [(name) @name (prefix_id (_) @name)] declarations: (_)? @body) @definition.class
(class (infix operator: [(operator) @name (constructor_operator) @name]) declarations: (_)? @body) @definition.class
(instance name: (name) @name) @scope
(instance name: (qualified id: (_) @name)) @scope

; --- functions
(signature name: [(variable) @name (prefix_id (_) @name)]) @definition.method @inside @joined
(signature names: (binding_list name: [(variable) @name (prefix_id (_) @name)])) @definition.method @inside @joined
(signature) @attribute.signature
(foreign_import signature: (signature name: [(variable) @name (prefix_id (_) @name)])) @definition.function
(function name: [(variable) @name (prefix_id (_) @name)]) @definition.function @joined
(function (infix operator: [(operator) @name (infix_id (_) @name)])) @definition.function @joined
(function parens: (function_head_parens name: [(variable) @name (prefix_id (_) @name)])) @definition.function @joined
(function parens: (function_head_parens (infix operator: [(operator) @name (infix_id (_) @name)]))) @definition.function @joined
(bind name: (variable) @name match: (match expression: [(lambda) (lambda_case) (lambda_cases)])) @definition.function @joined
(bind name: (variable) @name match: (match expression: (literal))) @definition.constant @joined
(bind name: [(variable) @name (prefix_id (_) @name)]) @definition.function @outer @joined
(bind pattern: (tuple element: (variable) @name)) @definition.constant

; --- imports
(import module: (_) @path alias: (_)? @alias "hiding") @reference.import
(import "hiding") @skip
(import module: (_) @qualifier names: (import_list name: (import_name [
  (variable) @name @reference.import
  (name) @name @reference.import
  (prefix_id (_) @name @reference.import)])))
(import !names module: (_) @path alias: (_)? @alias) @reference.import

; --- superclasses and instances
(class context: (context [
  (apply constructor: (name) @name @reference.inherit)
  (parens (apply constructor: (name) @name @reference.inherit))
  (tuple (apply constructor: (name) @name @reference.inherit))
  (context [
    (apply constructor: (name) @name @reference.inherit)
    (parens (apply constructor: (name) @name @reference.inherit))
    (tuple (apply constructor: (name) @name @reference.inherit))])]))
(instance name: [(name) @name (qualified) @path]) @reference.inherit
(deriving_instance name: [(name) @name (qualified) @path]) @reference.inherit
(deriving classes: [
  (name) @name @reference.inherit
  (qualified) @path @reference.inherit
  (parens [(name) @name @reference.inherit (qualified) @path @reference.inherit])
  (tuple [(name) @name @reference.inherit (qualified) @path @reference.inherit])])

; --- calls
(apply function: [(variable) @name (qualified id: (variable)) @path]) @reference.call
(infix operator: (infix_id [(variable) @name (qualified id: (variable)) @path])) @reference.call
((infix left_operand: [(variable) @name (qualified id: (variable)) @path] operator: (operator) @_apply) @reference.call
 (#any-of? @_apply "$" "$!" "." "<$>" "<$!>" "<&>" ">=>" "=<<" ">>>"))
((infix operator: (operator) @_apply right_operand: [(variable) @name (qualified id: (variable)) @path]) @reference.call
 (#any-of? @_apply "." "&" "<&>" ">>=" ">=>" ">>>"))
(exp . [(variable) @name (qualified id: (variable)) @path] .) @reference.call
((infix operator: (operator) @name) @reference.call
 (#not-any-of? @name "$" "$!" "." "+" "-" "*" "/" "^" "==" "/=" "<" ">" "<=" ">=" "&&" "||" "++" "!!"
  "<>" "<$>" "<*>" "*>" "<*" "<$" "$>" "<&>" "&" ">>=" ">>" "=<<" ">=>" "<|>" "." "!" ".."))

; --- uses
(qualified id: [(name) (constructor)]) @path @reference.use
(name) @reference.use
(constructor) @reference.use
