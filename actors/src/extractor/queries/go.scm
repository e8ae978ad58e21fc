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

; --- imports
(import_spec name: (_)? @alias
  path: (interpreted_string_literal (interpreted_string_literal_content) @name)) @reference.import

; --- calls
(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.call
(call_expression function: (selector_expression operand: (_) @qualifier field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.call
(call_expression function: (type_instantiation_expression type: (type_identifier) @name)) @reference.call
(call_expression function: (index_expression operand: (identifier) @name)) @reference.call

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
(function_declaration result: (_) @type) @binding.result
(method_declaration result: (_) @type) @binding.result
(method_elem result: (_) @type) @binding.result
(parameter_declaration name: (identifier) @name type: (_) @type) @binding.parameter
(variadic_parameter_declaration name: (identifier) @name) @binding.parameter
(field_declaration name: (field_identifier) @name type: (_) @type) @binding.declared
(var_spec name: (identifier) @name type: (_) @type) @binding.declared
(var_spec name: (identifier) @name value: (expression_list) @values) @binding.assigned
(short_var_declaration left: (expression_list (identifier) @name) right: (expression_list) @values) @binding.assigned
(range_clause left: (expression_list (identifier) . (identifier) @name) right: (_) @value) @binding.element
(range_clause left: (expression_list . (identifier) @name)) @binding.element
(type_switch_statement alias: (expression_list (identifier) @name)) @binding.assigned
