; Dart. Conventions: README.md in this folder.
(comment) @comment
(documentation_comment) @comment
(annotation) @attribute

; --- definitions
(class_declaration name: (identifier) @name) @definition.class
(class_declaration (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration name: (identifier) @name) @definition.trait
(extension_declaration name: (identifier) @name) @definition.class
(extension_type_declaration name: (extension_type_name . (identifier) @name)) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_entry name: (identifier) @name) @definition.variant
(type_alias . (type_identifier) @name) @definition.type
(type_alias (type) . (type_identifier) @name) @definition.type

(method_declaration signature: (method_signature (function_signature name: (identifier) @name))
  body: (_) @body) @definition.method
(method_declaration signature: (method_signature (getter_signature name: (identifier) @name))
  body: (_) @body) @definition.property
(method_declaration signature: (method_signature (setter_signature name: (identifier) @name))
  body: (_) @body) @definition.property
(method_declaration signature: (method_signature (operator_signature operator: _ @name))
  body: (_) @body) @definition.method
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.property
(declaration (setter_signature name: (identifier) @name)) @definition.property
(declaration (operator_signature operator: _ @name)) @definition.method

(function_declaration signature: (function_signature name: (identifier) @name)) @definition.function
(external_function_declaration signature: (function_signature name: (identifier) @name))
  @definition.function
(getter_declaration signature: (getter_signature name: (identifier) @name)) @definition.property
(setter_declaration signature: (setter_signature name: (identifier) @name)) @definition.property
(local_function_declaration (function_signature name: (identifier) @name)) @definition.function

(method_declaration signature: (method_signature (constructor_signature
  name: (identifier) @name . (formal_parameter_list))) body: (_) @body) @definition.constructor
(method_declaration signature: (method_signature (factory_constructor_signature
  name: (identifier) @name . (formal_parameter_list))) body: (_) @body) @definition.constructor
(declaration [
  (constructor_signature name: (identifier) @name . (formal_parameter_list))
  (constant_constructor_signature name: (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature name: (identifier) @name . (formal_parameter_list))
  (redirecting_factory_constructor_signature name: (identifier) @name . (formal_parameter_list))])
  @definition.constructor

(declaration (static_final_declaration_list (static_final_declaration name: (identifier) @name)))
  @definition.constant
(declaration (initialized_identifier_list (initialized_identifier name: (identifier) @name)))
  @definition.field
(declaration (identifier_list (identifier) @name)) @definition.field
(top_level_variable_declaration (static_final_declaration_list
  (static_final_declaration name: (identifier) @name))) @definition.constant
(top_level_variable_declaration (initialized_identifier_list
  (initialized_identifier name: (identifier) @name))) @definition.variable

; --- references
(type_parameter name: (type_identifier) @shadow)
(import_specification uri: (_) @name alias: (identifier)? @alias) @reference.import
(library_export uri: (_) @name) @reference.import
(part_directive uri: (_) @name) @reference.import
(superclass type: (type . (type_identifier) @name)) @reference.inherit
(mixins (type . (type_identifier) @name) @reference.inherit)
(interfaces (type . (type_identifier) @name) @reference.inherit)
(mixin_declaration (type . (type_identifier) @name) @reference.inherit)
(mixin_application (type . (type_identifier) @name)) @reference.inherit
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (member_expression object: (_) @qualifier property: (identifier) @name))
  @reference.call
(new_expression type: (type . (type_identifier) @name)) @reference.call
(annotation name: (identifier) @name) @reference.use
(type_identifier) @reference.use
