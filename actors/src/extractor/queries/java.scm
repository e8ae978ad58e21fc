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
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

; --- code that is run
(lambda_expression) @local

; --- imports
(import_declaration [(scoped_identifier) (identifier)] @qualifier (asterisk) @name) @reference.import
(import_declaration (scoped_identifier scope: (_) @qualifier name: (_) @name) .) @reference.import
(import_declaration (identifier) @name .) @reference.import

; --- calls
(method_invocation !object name: (identifier) @name) @reference.call
(method_invocation object: (_) @qualifier name: (identifier) @name) @reference.call
(object_creation_expression type: (type_identifier) @name) @reference.call
(object_creation_expression type: (generic_type (type_identifier) @name)) @reference.call
(object_creation_expression type: (scoped_type_identifier) @path) @reference.call
(explicit_constructor_invocation constructor: (_) @name) @reference.call
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
(type_identifier) @reference.use
(marker_annotation name: (identifier) @name) @reference.use
(annotation name: (identifier) @name) @reference.use
(marker_annotation name: (scoped_identifier) @path) @reference.use
(annotation name: (scoped_identifier) @path) @reference.use
