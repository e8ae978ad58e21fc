; PHP, with or without markup around it. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment
(attribute_list) @attribute

; --- definitions
(namespace_definition name: (_) @name) @definition.namespace
(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(trait_declaration name: (_) @name) @definition.trait
(enum_declaration name: (_) @name) @definition.enum
(enum_case name: (_) @name) @definition.variant
((method_declaration name: (_) @name) @definition.constructor
 (#any-of? @name "__construct" "__CONSTRUCT"))
((method_declaration
  attributes: (attribute_list (attribute_group (attribute [
    (name) @_attribute
    (qualified_name (name) @_attribute)])))
  name: (_) @name) @definition.test
 (#any-of? @_attribute "Test"))
(method_declaration name: (_) @name) @definition.method
(function_definition name: (_) @name) @definition.function
(property_declaration
  (property_element name: (variable_name (name) @name))
  (property_hook_list)? @body) @definition.property
(property_promotion_parameter name: [
  (variable_name (name) @name)
  (by_ref (variable_name (name) @name))]) @definition.property
(const_declaration (const_element . (_) @name)) @definition.constant
((function_call_expression function: (name) @_define
  arguments: (arguments . (argument [
    (string (string_content) @name)
    (encapsed_string . (string_content) @name .)]))) @definition.constant
 (#any-of? @_define "define" "DEFINE"))
(assignment_expression
  left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @definition.function

; --- code that is run
(anonymous_function) @local
(arrow_function) @local

; --- imports
(namespace_use_declaration (namespace_name) @path body: (_)) @prefix
(namespace_use_clause . [(name) (qualified_name)] @path alias: (_)? @alias) @reference.import
([(include_expression [
    (string (string_content) @name)
    (encapsed_string . (string_content) @name .)
    (binary_expression right: (string (string_content) @name))
    (parenthesized_expression (string (string_content) @name))
    (parenthesized_expression (binary_expression right: (string (string_content) @name)))])
  (include_once_expression [
    (string (string_content) @name)
    (encapsed_string . (string_content) @name .)
    (binary_expression right: (string (string_content) @name))
    (parenthesized_expression (string (string_content) @name))
    (parenthesized_expression (binary_expression right: (string (string_content) @name)))])
  (require_expression [
    (string (string_content) @name)
    (encapsed_string . (string_content) @name .)
    (binary_expression right: (string (string_content) @name))
    (parenthesized_expression (string (string_content) @name))
    (parenthesized_expression (binary_expression right: (string (string_content) @name)))])
  (require_once_expression [
    (string (string_content) @name)
    (encapsed_string . (string_content) @name .)
    (binary_expression right: (string (string_content) @name))
    (parenthesized_expression (string (string_content) @name))
    (parenthesized_expression (binary_expression right: (string (string_content) @name)))])]
 @reference.import)

; --- supertypes and traits
(base_clause [(name) (qualified_name) (relative_name)] @path @reference.inherit)
(class_interface_clause [(name) (qualified_name) (relative_name)] @path @reference.inherit)
(use_declaration [(name) (qualified_name) (relative_name)] @path @reference.inherit)

; --- calls
((function_call_expression function: (name) @name) @reference.call
 (#not-any-of? @name "define" "defined" "isset" "empty" "unset"))
(function_call_expression function: [(qualified_name) (relative_name)] @path) @reference.call
(function_call_expression function: (variable_name (name) @name)) @reference.call
(member_call_expression object: (_) @qualifier name: (name) @name) @reference.call
(nullsafe_member_call_expression object: (_) @qualifier name: (name) @name) @reference.call
(scoped_call_expression scope: (_) @qualifier name: (name) @name) @reference.call
((object_creation_expression . (name) @name) @reference.call
 (#not-any-of? @name "self" "static" "parent"))
(object_creation_expression . [(qualified_name) (relative_name)] @path) @reference.call

; --- uses
(attribute [(name) (qualified_name) (relative_name)] @path) @reference.use
((named_type (name) @reference.use)
 (#not-any-of? @reference.use "self" "static" "parent"))
(named_type [(qualified_name) (relative_name)] @path @reference.use)
(class_constant_access_expression . [(name) (qualified_name) (relative_name)] @path) @reference.use
(scoped_property_access_expression scope: [(name) (qualified_name) (relative_name)] @path) @reference.use
(scoped_call_expression scope: [(name) (qualified_name) (relative_name)] @path) @reference.use
(binary_expression operator: "instanceof" right: [(name) (qualified_name) (relative_name)] @path) @reference.use
