; C#. Conventions: README.md in this folder.

; --- what leads to a definition
(attribute_list) @attribute
(comment) @comment

; --- definitions
(namespace_declaration name: (_) @name) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace @rest
(class_declaration name: (identifier) @name) @definition.class
(record_declaration "struct" name: (identifier) @name) @definition.struct
(record_declaration name: (identifier) @name) @definition.class
; What a record is made of are its properties.
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.variant
(delegate_declaration name: (identifier) @name) @definition.type
((method_declaration (attribute_list (attribute name: [
    (identifier) @_test
    (qualified_name name: (identifier) @_test)])) name: (identifier) @name) @definition.test
 (#any-of? @_test "Fact" "Theory" "Test" "TestCase" "TestCaseSource" "TestMethod" "DataTestMethod"))
(method_declaration name: (identifier) @name) @definition.method
((constructor_declaration name: (identifier) @name) @definition.constructor
 (#not-any-of? @name "extension"))
(destructor_declaration name: (identifier) @name) @definition.method
(operator_declaration operator: _ @name) @definition.method
(conversion_operator_declaration type: (generic_name . (identifier) @name)) @definition.method
(conversion_operator_declaration type: (_) @name) @definition.method
(indexer_declaration "this" @name accessors: (_)? @body) @definition.property
(local_function_statement name: (identifier) @name) @definition.function
(property_declaration name: (identifier) @name accessors: (_)? @body) @definition.property
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
((field_declaration (modifier) @_const (variable_declaration (variable_declarator name: (identifier) @name))) @definition.constant
 (#eq? @_const "const"))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field

; --- code that is run
(lambda_expression) @local
(anonymous_method_expression) @local

; --- imports
(using_directive name: (identifier) @alias [(identifier) (qualified_name)] @path .) @reference.import
(using_directive !name [(identifier) (qualified_name)] @path) @reference.import

; --- calls
(invocation_expression function: [(identifier) @name (generic_name . (identifier) @name)]
  arguments: (_) @passed) @reference.call
(invocation_expression function: (member_access_expression expression: _ @qualifier
  name: [(identifier) @name (generic_name . (identifier) @name)]) arguments: (_) @passed) @reference.call
(invocation_expression function: (conditional_access_expression condition: (_) @qualifier
  (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)]))) @reference.call
(object_creation_expression type: [
  (identifier) @name (generic_name . (identifier) @name) (qualified_name) @path]
  arguments: (_)? @passed) @reference.call
(constructor_initializer ["base" "this"] @name (argument_list) @passed) @reference.call

; --- supertypes
(base_list [(identifier) @name @reference.inherit
  (generic_name . (identifier) @name) @reference.inherit
  (qualified_name) @path @reference.inherit])
(base_list (primary_constructor_base_type type: [
  (identifier) @name @reference.inherit
  (generic_name . (identifier) @name) @reference.inherit
  (qualified_name) @path @reference.inherit]))

; --- uses
(type_parameter name: (identifier) @shadow)
(explicit_interface_specifier (identifier) @name) @reference.use
(type_argument_list (identifier) @name @reference.use)
(generic_name . (identifier) @name) @reference.use
(qualified_name) @path @reference.use
(parameter type: (identifier) @name) @reference.use
(variable_declaration type: (identifier) @name) @reference.use
(property_declaration type: (identifier) @name) @reference.use
(indexer_declaration type: (identifier) @name) @reference.use
(event_declaration type: (identifier) @name) @reference.use
(operator_declaration type: (identifier) @name) @reference.use
(delegate_declaration type: (identifier) @name) @reference.use
(nullable_type type: (identifier) @name) @reference.use
(array_type type: (identifier) @name) @reference.use
(pointer_type type: (identifier) @name) @reference.use
(ref_type type: (identifier) @name) @reference.use
(tuple_element type: (identifier) @name) @reference.use
(cast_expression type: (identifier) @name) @reference.use
(typeof_expression type: (identifier) @name) @reference.use
(as_expression right: (identifier) @name) @reference.use
(is_expression right: (identifier) @name) @reference.use
(declaration_pattern type: (identifier) @name) @reference.use
(recursive_pattern type: (identifier) @name) @reference.use
(catch_declaration type: (identifier) @name) @reference.use
(foreach_statement type: (identifier) @name) @reference.use
(local_function_statement type: (identifier) @name) @reference.use
(type_parameter_constraint type: (identifier) @name) @reference.use
(method_declaration returns: (identifier) @name) @reference.use
(attribute name: (identifier) @name) @reference.use

; --- bindings
(file_scoped_namespace_declaration name: (_) @name) @binding.package
(base_list (generic_name) @type @binding.super)
(type_parameter name: (identifier) @name) @binding.bound
(method_declaration returns: (_) @type) @binding.result
(local_function_statement type: (_) @type) @binding.result
(delegate_declaration type: (_) @type) @binding.result
(lambda_expression parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name))) @binding.declared
(lambda_expression parameters: (parameter_list (parameter name: (identifier) @name))) @binding.assigned
(invocation_expression function: (identifier) @value arguments: (argument_list (argument
  (lambda_expression parameters: [
    (implicit_parameter) @name
    (parameter_list (parameter !type name: (identifier) @name))]) @binding.passed)))
(invocation_expression function: (member_access_expression expression: _ @value
  name: [(identifier) @member (generic_name . (identifier) @member)])
  arguments: (argument_list (argument (lambda_expression parameters: [
    (implicit_parameter) @name
    (parameter_list (parameter !type name: (identifier) @name))]) @binding.passed)))
(lambda_expression parameters: (implicit_parameter) @name) @binding.assigned
((parameter (modifier) @_this name: (identifier) @name) @binding.parameter @type
 (#eq? @_this "this"))
(parameter type: (_) @type name: (identifier) @name) @binding.parameter
(parameter_list type: (_) @type name: (identifier) @name) @binding.parameter
(property_declaration type: (_) @type name: (identifier) @name) @binding.declared
(field_declaration (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @name))) @binding.declared
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @name . (_) @value)) @binding.assigned
(variable_declaration type: (_) @type (variable_declarator name: (identifier) @name)) @binding.declared
(foreach_statement type: (implicit_type) left: (identifier) @name right: (_) @value) @binding.element
(foreach_statement type: (_) @type left: (identifier) @name) @binding.declared
(catch_declaration type: (_) @type name: (identifier) @name) @binding.declared
(declaration_pattern type: (_) @type name: (identifier) @name) @binding.declared
(recursive_pattern type: (_) @type name: (identifier) @name) @binding.declared
(declaration_expression type: (_) @type name: (identifier) @name) @binding.declared
