; Swift. Conventions: README.md in this folder.

; --- what leads to a definition
(attribute) @attribute
(comment) @comment
(multiline_comment) @comment

; --- definitions
(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name) @scope
(protocol_declaration name: (type_identifier) @name) @definition.interface
(enum_entry name: (simple_identifier) @name @definition.variant)
(typealias_declaration "typealias" . name: (type_identifier) @name) @definition.type
(associatedtype_declaration "associatedtype" . name: (type_identifier) @name) @definition.type
((function_declaration (modifiers (attribute (user_type (type_identifier) @_test .)))
  "func" . name: _ @name) @definition.test
 (#eq? @_test "Test"))
(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name (computed_property)? @body) @definition.method
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_)? @body) @definition.property @outer
(property_declaration name: (pattern (pattern (simple_identifier) @name))) @definition.property @outer
(macro_declaration . (modifiers)? . (simple_identifier) @name) @definition.macro

; --- code that is run
(lambda_literal) @local
(computed_property) @local
(willset_didset_block) @local

; --- imports
(import_declaration (identifier) @path) @reference.import

; --- calls; a subscript is written like one
(call_expression . (simple_identifier) @name
  (call_suffix [(value_arguments "(") (lambda_literal)])) @reference.call
(call_expression . (navigation_expression target: (_) @qualifier
    suffix: (navigation_suffix suffix: (simple_identifier) @name))
  (call_suffix [(value_arguments "(") (lambda_literal)])) @reference.call
(constructor_expression constructed_type: (user_type) @path) @reference.call
(macro_invocation . (simple_identifier) @name) @reference.call

; --- supertypes
(inheritance_specifier inherits_from: (user_type) @path) @reference.inherit

; --- uses
(type_parameter (type_identifier) @shadow)
(user_type) @path @reference.use
(type_identifier) @reference.use
