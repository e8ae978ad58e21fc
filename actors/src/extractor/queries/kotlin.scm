; Kotlin. Conventions: README.md in this folder.

; --- what leads to a definition
(annotation) @attribute
(line_comment) @comment
(multiline_comment) @comment

; --- definitions
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(class_declaration (type_identifier) @name (class_body)? @body) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.class
(companion_object (type_identifier) @name (class_body)? @body) @definition.class
(enum_entry (simple_identifier) @name (class_body)? @body) @definition.variant
(type_alias (type_identifier) @name) @definition.type
((function_declaration (modifiers (annotation (user_type (type_identifier) @_test .)))
  (simple_identifier) @name (function_body)? @body) @definition.test
 (#any-of? @_test "Test" "ParameterizedTest" "RepeatedTest"))
((function_declaration (modifiers (annotation (constructor_invocation (user_type (type_identifier) @_test .))))
  (simple_identifier) @name (function_body)? @body) @definition.test
 (#any-of? @_test "Test" "ParameterizedTest" "RepeatedTest"))
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (statements)? @body) @definition.constructor
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
((property_declaration (modifiers (property_modifier) @_const) (variable_declaration . (simple_identifier) @name)) @definition.constant
 (#eq? @_const "const"))
(property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property @outer
(property_declaration (multi_variable_declaration (variable_declaration (simple_identifier) @name))) @definition.property @outer
; The members of an object without a name belong to what it stands in.
(object_literal (class_body)) @scope

; --- code that is run
(lambda_literal) @local
(anonymous_function) @local
(anonymous_initializer) @local
(getter) @local @tail
(setter) @local @tail

; --- imports
(import_header (identifier) @qualifier (wildcard_import) @name) @reference.import
(import_header (identifier) @path (import_alias (type_identifier) @alias)?) @reference.import

; --- calls
(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression (_) @qualifier (navigation_suffix (simple_identifier) @name))) @reference.call
(infix_expression . (_) @qualifier (simple_identifier) @name (_) .) @reference.call

; --- supertypes
(delegation_specifier (user_type) @path) @reference.inherit
(delegation_specifier (constructor_invocation (user_type) @path)) @reference.inherit
(delegation_specifier (explicit_delegation (user_type) @path)) @reference.inherit

; --- uses
(type_parameter (type_identifier) @shadow)
(user_type) @path @reference.use
(callable_reference . (type_identifier) @name) @reference.use
