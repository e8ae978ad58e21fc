; Go. Conventions: README.md in this folder.

; --- what leads to a definition
(type_declaration) @wrapper.line
(const_declaration) @wrapper.line
(var_declaration) @wrapper.line
(comment) @comment

; --- definitions
(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @receiver
    (pointer_type (type_identifier) @receiver)
    (generic_type type: (type_identifier) @receiver)
    (pointer_type (generic_type type: (type_identifier) @receiver))]))
  name: (field_identifier) @name) @definition.method
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(field_declaration name: (field_identifier) @name) @definition.field
(method_elem name: (field_identifier) @name) @definition.method
(const_spec name: (identifier) @name) @definition.constant
(var_spec name: (identifier) @name) @definition.variable

; --- code that is run
(func_literal) @local
(block) @local
(if_statement) @local
(for_statement) @local
(expression_switch_statement) @local
(type_switch_statement) @local
(expression_case) @local
(communication_case) @local

; --- imports
(import_spec name: (_)? @alias
  path: (interpreted_string_literal (interpreted_string_literal_content) @name)) @reference.import

; --- calls
(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.call
(call_expression function: (selector_expression operand: (_) @qualifier field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.call
(call_expression function: (type_instantiation_expression type: (type_identifier) @name)) @reference.call
(call_expression function: (type_instantiation_expression
  type: (qualified_type package: (_) @qualifier name: (_) @name))) @reference.call
(call_expression function: (index_expression operand: (identifier) @name)) @reference.call
(call_expression function: (index_expression
  operand: (selector_expression operand: (_) @qualifier field: (field_identifier) @name))) @reference.call
; `F[T](x)` reads as a conversion.
(type_conversion_expression type: (generic_type type: (type_identifier) @name)) @reference.call
(type_conversion_expression type: (generic_type
  type: (qualified_type package: (_) @qualifier name: (_) @name))) @reference.call
(call_expression function: (parenthesized_expression (identifier) @name)) @reference.call
(call_expression function: (parenthesized_expression
  (selector_expression operand: (_) @qualifier field: (field_identifier) @name))) @reference.call

; --- supertypes: what is embedded
(field_declaration !name type: (type_identifier) @name) @reference.inherit
(field_declaration !name type: (qualified_type package: (_) @qualifier name: (_) @name)) @reference.inherit
(field_declaration !name type: (generic_type type: (type_identifier) @name)) @reference.inherit
(interface_type (type_elem (type_identifier) @name) @reference.inherit)
(interface_type (type_elem (qualified_type package: (_) @qualifier name: (_) @name)) @reference.inherit)

; --- uses
(type_parameter_declaration name: (identifier) @shadow)
(qualified_type package: (_) @qualifier name: (_) @name) @reference.use
((type_identifier) @reference.use
 (#not-any-of? @reference.use "string" "int" "int8" "int16" "int32" "int64" "uint" "uint8" "uint16"
  "uint32" "uint64" "uintptr" "byte" "rune" "bool" "float32" "float64" "complex64" "complex128"
  "error" "any" "comparable"))

; --- bindings
(package_clause "package" @name (package_identifier) @type) @binding.declared
(function_declaration result: (_) @type) @binding.result
(method_declaration result: (_) @type) @binding.result
(method_elem result: (_) @type) @binding.result
(parameter_declaration name: (identifier) @name type: (_) @type) @binding.parameter
(variadic_parameter_declaration name: (identifier) @name) @binding.parameter @type
(type_parameter_declaration name: (identifier) @name type: (_) @type) @binding.bound
(type_spec name: (type_identifier) @name type: [
  (type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type)
  (channel_type) (function_type)] @type) @binding.declared
(type_alias name: (type_identifier) @name type: (_) @type) @binding.declared
(field_declaration name: (field_identifier) @name type: (_) @type) @binding.declared
(var_spec name: (identifier) @name type: (_) @type) @binding.declared
(const_spec name: (identifier) @name type: (_) @type) @binding.declared
(short_var_declaration left: (expression_list . (identifier) @name)
  right: (expression_list . (call_expression function: (identifier) @_make
    arguments: (argument_list . (_) @type)))
  (#eq? @_make "make")) @binding.declared
(var_spec name: (identifier) @name value: (expression_list . (call_expression function: (identifier) @_make
    arguments: (argument_list . (_) @type)))
  (#eq? @_make "make")) @binding.declared
(var_spec name: (identifier) @name value: (expression_list) @values) @binding.assigned
(const_spec name: (identifier) @name value: (expression_list) @values) @binding.assigned
(short_var_declaration left: (expression_list (identifier) @name) right: (expression_list) @values) @binding.assigned
(range_clause left: (expression_list (identifier) . (identifier) @name) right: (_) @value) @binding.element
(range_clause left: (expression_list . (identifier) @name) right: (_) @value) @binding.entered
(receive_statement left: (expression_list (identifier) @name) right: (_) @values) @binding.assigned
(type_switch_statement alias: (expression_list (identifier) @name)
  (type_case "case" . type: (_) @type . ":") @region) @binding.declared
(type_switch_statement alias: (expression_list (identifier) @name) value: (_) @value) @binding.assigned
