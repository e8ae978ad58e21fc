; Java. Conventions: README.md in this folder.

; --- what leads to a definition
(marker_annotation) @attribute
(annotation) @attribute
(line_comment) @comment
(block_comment) @comment

; --- definitions
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.variant
((method_declaration (modifiers (marker_annotation name: (identifier) @_test)) name: (identifier) @name) @definition.test
 (#any-of? @_test "Test" "ParameterizedTest" "RepeatedTest" "TestFactory"))
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

; --- code that is run
(lambda_expression) @local

; --- imports
(import_declaration [(scoped_identifier) (identifier)] @qualifier (asterisk) @name) @reference.import
(import_declaration (scoped_identifier scope: (_) @qualifier name: (_) @name) .) @reference.import
(import_declaration (identifier) @name .) @reference.import

; --- calls
(method_invocation !object name: (identifier) @name arguments: (_) @passed) @reference.call
(method_invocation object: (_) @qualifier name: (identifier) @name arguments: (_) @passed) @reference.call
(object_creation_expression type: [
  (type_identifier) @name
  (generic_type (type_identifier) @name)
  (scoped_type_identifier) @path
  (generic_type (scoped_type_identifier) @path)] arguments: (_) @passed) @reference.call
(explicit_constructor_invocation constructor: (_) @name arguments: (_) @passed) @reference.call
(method_reference . (_) @qualifier (identifier) @name .) @reference.use

; --- supertypes
(superclass (type_identifier) @name) @reference.inherit
(superclass (generic_type (type_identifier) @name)) @reference.inherit
(superclass (scoped_type_identifier) @path) @reference.inherit
(superclass (generic_type (scoped_type_identifier) @path)) @reference.inherit
(super_interfaces (type_list (type_identifier) @name @reference.inherit))
(super_interfaces (type_list (generic_type (type_identifier) @name) @reference.inherit))
(super_interfaces (type_list (scoped_type_identifier) @path @reference.inherit))
(super_interfaces (type_list (generic_type (scoped_type_identifier) @path) @reference.inherit))
(extends_interfaces (type_list (type_identifier) @name @reference.inherit))
(extends_interfaces (type_list (generic_type (type_identifier) @name) @reference.inherit))
(extends_interfaces (type_list (scoped_type_identifier) @path @reference.inherit))
(extends_interfaces (type_list (generic_type (scoped_type_identifier) @path) @reference.inherit))

; --- uses
(type_parameter (type_identifier) @shadow)
(scoped_type_identifier) @path @reference.use
(type_identifier) @reference.use
(marker_annotation name: (identifier) @name) @reference.use
(annotation name: (identifier) @name) @reference.use
(marker_annotation name: (scoped_identifier) @path) @reference.use
(annotation name: (scoped_identifier) @path) @reference.use

; --- bindings
(package_declaration [(identifier) (scoped_identifier)] @name) @binding.package
(superclass (generic_type) @type) @binding.super
(super_interfaces (type_list (generic_type) @type @binding.super))
(extends_interfaces (type_list (generic_type) @type @binding.super))
(object_creation_expression type: (_) @type (class_body) @binding.body)
(type_parameter (type_identifier) @name (type_bound . (_) @type)) @binding.bound
(type_parameter (type_identifier) @name) @binding.bound
(method_declaration type: (_) @type) @binding.result
(annotation_type_element_declaration type: (_) @type) @binding.result
(method_invocation !object name: (identifier) @value arguments: (argument_list
  (lambda_expression parameters: [(identifier) @name (inferred_parameters (identifier) @name)]) @binding.passed))
(method_invocation object: (_) @value name: (identifier) @member arguments: (argument_list
  (lambda_expression parameters: [(identifier) @name (inferred_parameters (identifier) @name)]) @binding.passed))
(lambda_expression parameters: (identifier) @name) @binding.assigned
(lambda_expression parameters: (inferred_parameters (identifier) @name)) @binding.assigned
(lambda_expression parameters: (formal_parameters
  (formal_parameter type: (_) @type name: (identifier) @name))) @binding.declared
(formal_parameter type: (_) @type name: (identifier) @name) @binding.parameter
(spread_parameter (variable_declarator name: (identifier) @name)) @binding.parameter @type
(catch_formal_parameter (catch_type . (_) @type) name: (identifier) @name) @binding.declared
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @binding.declared
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @binding.declared
((local_variable_declaration type: (_) @_type
  declarator: (variable_declarator name: (identifier) @name value: (_) @value)) @binding.assigned
 (#eq? @_type "var"))
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @binding.declared
((enhanced_for_statement type: (_) @_type name: (identifier) @name value: (_) @value) @binding.element
 (#eq? @_type "var"))
(enhanced_for_statement type: (_) @type name: (identifier) @name) @binding.declared
((resource type: (_) @_type name: (identifier) @name value: (_) @value) @binding.assigned
 (#eq? @_type "var"))
(resource type: (_) @type name: (identifier) @name) @binding.declared
(instanceof_expression right: (_) @type name: (identifier) @name) @binding.declared
(type_pattern . (_) @type (identifier) @name .) @binding.declared
(record_pattern_component . (_) @type (identifier) @name .) @binding.declared
