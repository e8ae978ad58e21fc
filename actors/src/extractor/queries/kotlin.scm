; Kotlin. Conventions: README.md in this folder.

; --- what leads to a definition
(annotation) @attribute
(line_comment) @comment
(block_comment) @comment

; --- definitions
(class_declaration "interface" name: (identifier) @name (class_body)? @body) @definition.interface
(class_declaration name: (identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration name: (identifier) @name (class_body)? @body) @definition.class
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(enum_entry (identifier) @name) @definition.variant
(type_alias type: (identifier) @name) @definition.type
((function_declaration (modifiers (annotation (user_type (identifier) @_test)))
  name: (identifier) @name (function_body)? @body) @definition.test
 (#any-of? @_test "Test" "ParameterizedTest"))
(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (block)? @body) @definition.constructor
(class_parameter ["val" "var"] (identifier) @name) @definition.property
((property_declaration (modifiers (property_modifier) @_const) (variable_declaration (identifier) @name)) @definition.constant
 (#eq? @_const "const"))
(source_file (property_declaration (variable_declaration (identifier) @name)) @definition.variable)
(property_declaration (variable_declaration (identifier) @name)) @definition.property @outer

; --- code that is run
(lambda_literal) @local
(anonymous_function) @local
(anonymous_initializer) @local
(getter) @local
(setter) @local

; --- imports
(import (qualified_identifier) @qualifier "*" @name) @reference.import
(import (qualified_identifier) @path (identifier)? @alias) @reference.import

; --- calls
(call_expression . (identifier) @name) @reference.call
(call_expression . (navigation_expression (_) @qualifier (identifier) @name .)) @reference.call
(infix_expression . (_) @qualifier (identifier) @name (_) .) @reference.call

; --- supertypes
(delegation_specifier (user_type) @path) @reference.inherit
(delegation_specifier (constructor_invocation (user_type) @path)) @reference.inherit
(delegation_specifier (explicit_delegation (user_type) @path)) @reference.inherit

; --- uses
(type_parameter (identifier) @shadow)
(user_type (identifier) @name @reference.use)
