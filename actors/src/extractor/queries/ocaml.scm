; OCaml, implementations and interfaces. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment
(value_definition) @wrapper.line
(type_definition) @wrapper.line
(module_definition) @wrapper.line
(class_definition) @wrapper.line
(class_type_definition) @wrapper.line

; --- modules
(module_binding (module_name) @name module_type: (signature) @body) @definition.module
(module_binding (module_name) @name) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface

; --- types
(type_binding name: (type_constructor) @name body: (record_declaration) @body) @definition.struct
(type_binding name: (type_constructor) @name body: (variant_declaration) @body) @definition.enum
(type_binding name: (type_constructor) @name) @definition.type
(exception_definition (constructor_declaration . (constructor_name) @name)) @definition.type
(constructor_declaration . (constructor_name) @name) @definition.variant
(field_declaration (field_name) @name) @definition.field

; --- classes
(class_binding (class_name) @name class_type: [
  (class_body_type) @body
  (class_function_type codomain: (class_body_type) @body)]) @definition.class
(class_binding (class_name) @name) @definition.class
(class_type_binding (class_type_name) @name) @definition.interface
(method_definition (method_name) @name) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field
(instance_variable_specification (instance_variable_name) @name) @definition.field

; --- tests of inline test frameworks
((value_definition (attribute_id) @_test (let_binding pattern: (string (string_content) @name) body: (_) @body))
 @definition.test (#any-of? @_test "test" "test_unit" "expect_test" "test_module" "bench"))

; --- functions and values
(external [(value_name) @name (parenthesized_operator (_) @name)]) @definition.function
(value_specification [(value_name) @name (parenthesized_operator (_) @name)] type: (function_type))
 @definition.function
(value_specification [(value_name) @name (parenthesized_operator (_) @name)]
  type: (polymorphic_type type: (function_type))) @definition.function
(value_specification [(value_name) @name (parenthesized_operator (_) @name)]) @definition.constant
(let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] (parameter)) @definition.function
(let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]
  body: [(function_expression) (fun_expression)] @body) @definition.function
(value_definition (let_binding pattern: [
  (tuple_pattern [(value_name) (value_pattern)] @name)
  (parenthesized_pattern (tuple_pattern [(value_name) (value_pattern)] @name))])) @definition.constant
(let_binding pattern: [
  (value_name) @name
  (parenthesized_operator (_) @name)
  (typed_pattern pattern: [(value_name) (value_pattern)] @name)]) @definition.constant

; --- code that is run
(let_expression) @local
(fun_expression) @local
(function_expression) @local

; --- imports and supertypes
(open_module module: (_) @path) @reference.import
(include_module module: (module_path) @path) @reference.inherit
(include_module module: (module_application functor: (module_path) @path)) @reference.inherit
(include_module_type module_type: (module_type_path) @path) @reference.inherit
(include_module_type module_type: (module_type_constraint module_type: (module_type_path) @path)) @reference.inherit
(module_binding module_type: (module_type_path) @path) @reference.inherit
(module_binding module_type: (module_type_constraint module_type: (module_type_path) @path)) @reference.inherit
(inheritance_definition class: (class_path) @path) @reference.inherit
(inheritance_definition class: (class_application class: (class_path) @path)) @reference.inherit
(inheritance_specification (class_type_path) @path) @reference.inherit

; --- calls
(application_expression function: (value_path) @path) @reference.call
(application_expression function: (method_invocation object: (_) @qualifier method: (_) @name)) @reference.call
(method_invocation object: (_) @qualifier method: (_) @name) @reference.call
(new_expression (class_path) @path) @reference.call
((infix_expression left: (value_path) @path operator: (_) @_apply) @reference.call
 (#eq? @_apply "@@"))
((infix_expression operator: (_) @_apply right: (value_path) @path) @reference.call
 (#any-of? @_apply "|>" ">>=" ">>|" "||>"))
((infix_expression operator: (_) @name) @reference.call
 (#not-any-of? @name "+" "-" "*" "/" "+." "-." "*." "/." "=" "<" ">" "<=" ">=" "<>" "==" "!=" "&&" "||"
  "^" "@" "@@" "|>" ":=" "mod" "or" "land" "lor" "lxor" "lsl" "lsr" "asr" "::" "**"))
(module_application functor: (module_path) @path) @reference.call

; --- uses
(item_attribute (attribute_id) @reference.use)
(attribute (attribute_id) @reference.use)
(type_constructor_path) @path @reference.use
(constructor_path) @path @reference.use
(module_type_path) @path @reference.use
(class_type_path) @path @reference.use
(module_application argument: (parenthesized_module_expression (module_path) @path)) @reference.use
(module_binding body: (module_path) @path) @reference.use
(value_path (module_path)) @path @reference.use
