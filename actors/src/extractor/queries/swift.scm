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
(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name (computed_property)? @body) @definition.method
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_)? @body) @definition.variable)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_)? @body) @definition.property @outer

; --- code that is run
(lambda_literal) @local
(computed_property) @local
(willset_didset_block) @local

; --- imports
(import_declaration (identifier) @path) @reference.import

; --- calls
(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression target: (_) @qualifier
  suffix: (navigation_suffix suffix: (simple_identifier) @name))) @reference.call
(constructor_expression constructed_type: (user_type) @path) @reference.call

; --- supertypes
(inheritance_specifier inherits_from: (user_type) @path) @reference.inherit

; --- uses
(type_parameter (type_identifier) @shadow)
(type_identifier) @reference.use
