; C++. Conventions: README.md in this folder.

; --- what leads to a definition
(template_declaration) @wrapper
(comment) @comment

; --- definitions
(function_definition declarator: [
  (function_declarator declarator: [
    [(identifier) (field_identifier) (destructor_name) (operator_name)] @name
    (template_function name: (identifier) @name)
    (qualified_identifier) @path])
  (pointer_declarator declarator: (function_declarator declarator: [
    [(identifier) (field_identifier) (operator_name)] @name (qualified_identifier) @path]))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [
    [(identifier) (field_identifier) (operator_name)] @name (qualified_identifier) @path])))
  (reference_declarator (function_declarator declarator: [
    [(identifier) (field_identifier) (operator_name)] @name (qualified_identifier) @path]))
  (operator_cast) @name
  (qualified_identifier (operator_cast)) @path]) @definition.function @outer
(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) (destructor_name) (operator_name)] @name)
  (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))]) @definition.method
(declaration declarator: [
  (function_declarator declarator: [
    [(identifier) (destructor_name) (operator_name)] @name (qualified_identifier) @path])
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.function @outer
(class_specifier name: [
  (type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @path] body: (_)) @definition.class
(struct_specifier name: [
  (type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @path] body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union
(enum_specifier name: [(type_identifier) @name (qualified_identifier) @path] body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.variant
(namespace_definition name: (namespace_identifier) @name) @definition.namespace
(namespace_definition name: (nested_namespace_specifier) @path) @definition.namespace
(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition type: [(struct_specifier name: (_) body: (_)) (union_specifier name: (_) body: (_))
                        (enum_specifier name: (_) body: (_))]
  declarator: (type_identifier) @name @definition.type)
(type_definition declarator: [
  (type_identifier) @name
  (pointer_declarator declarator: (type_identifier) @name)
  (array_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))
  (pointer_declarator declarator: (function_declarator declarator: [
    (type_identifier) @name (parenthesized_declarator (type_identifier) @name)]))
  (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (type_identifier) @name)))
  (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (type_identifier) @name))))]) @definition.type
(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (reference_declarator (field_identifier) @name)
  (array_declarator declarator: (field_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (field_identifier) @name)))]) @definition.field
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(preproc_def name: (identifier) @name) @definition.constant
(declaration declarator: [
  (identifier) @name
  (init_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
  (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: (array_declarator declarator: (identifier) @name))
  (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))
  (init_declarator declarator: (qualified_identifier) @path)]) @definition.variable @outer

; --- code that is run
(lambda_expression) @local

; --- imports
(preproc_include path: (string_literal (string_content) @name)) @reference.import
(preproc_include path: (system_lib_string) @name) @reference.import
(using_declaration "namespace" @alias (_) @name) @reference.import
(using_declaration (qualified_identifier) @path) @reference.import
(namespace_alias_definition name: (_) @alias (_) @name .) @reference.import

; --- calls
(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.call
((call_expression function: (qualified_identifier name: (template_function name: (identifier) @_maker
  arguments: (template_argument_list . (type_descriptor type: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier) @path])))) arguments: (_) @arguments) @reference.call
  (#any-of? @_maker "make_unique" "make_shared"))
(call_expression function: (qualified_identifier) @path arguments: (_) @arguments) @reference.call
(call_expression function: (field_expression argument: (_) @qualifier field: [
  [(field_identifier) (destructor_name)] @name (template_method name: (field_identifier) @name)])
  arguments: (_) @arguments) @reference.call
(call_expression function: (field_expression argument: (_) @qualifier field: (qualified_identifier
  name: (identifier) @name)) arguments: (_) @arguments) @reference.call
(call_expression function: (template_function name: (identifier) @name)
  arguments: (_) @arguments) @reference.call
(new_expression type: [
  (type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @path]
  arguments: (_)? @arguments) @reference.call
(compound_literal_expression type: [
  (type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @path]
  value: (_) @arguments) @reference.call
(declaration type: [
  (type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @path]
  declarator: (init_declarator value: [(argument_list) (initializer_list)] @arguments)) @reference.call
(field_initializer [
  (field_identifier) @name (template_method name: (field_identifier) @name) (qualified_identifier) @path]
  [(argument_list) (initializer_list)] @arguments) @reference.call

; --- supertypes
(base_class_clause (type_identifier) @name @reference.inherit)
(base_class_clause (template_type name: (type_identifier) @name) @reference.inherit)
(base_class_clause (qualified_identifier) @path @reference.inherit)

; --- uses
(type_parameter_declaration (type_identifier) @shadow)
(qualified_identifier scope: (_) @qualifier name: [
  (type_identifier) @name (template_type name: (type_identifier) @name)]) @reference.use
(type_identifier) @reference.use

; --- bindings
(function_definition (storage_class_specifier "static" @qualifier) type: (_) @type) @binding.result
(function_definition type: (_) @type) @binding.result
(function_declarator (trailing_return_type (type_descriptor) @type)) @binding.result
(declaration type: (_)? @type declarator: [
  (function_declarator declarator: [(identifier) @name (destructor_name) (operator_name) (qualified_identifier)])
  (pointer_declarator declarator: (function_declarator declarator: (identifier)))
  (reference_declarator (function_declarator declarator: [(identifier) (operator_name)]))]) @binding.forward
(field_declaration type: (_) @type declarator: [
  (function_declarator declarator: [(field_identifier) (operator_name)])
  (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)]))
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)]))]) @binding.forward
(parameter_declaration type: (_) @type declarator: [
  (identifier) @name
  (reference_declarator (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
  (array_declarator declarator: (identifier) @name)
  (abstract_reference_declarator) (abstract_pointer_declarator) (abstract_array_declarator)]) @binding.parameter
(parameter_declaration type: (_) @type !declarator) @binding.parameter
(parameter_declaration declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (identifier) @name)))) @binding.parameter
(optional_parameter_declaration type: (_) @type declarator: [
  (identifier) @name
  (reference_declarator (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
  (abstract_reference_declarator)] "=" @qualifier) @binding.parameter
(optional_parameter_declaration type: (_) @type !declarator "=" @qualifier) @binding.parameter
(parameter_list "..." @type) @binding.parameter
(variadic_parameter_declaration type: (_) @type declarator: [
  (variadic_declarator "..." @qualifier (identifier)? @name)
  (reference_declarator (variadic_declarator "..." @qualifier (identifier)? @name))]) @binding.parameter
((declaration type: (placeholder_type_specifier) declarator: (init_declarator
  declarator: [(identifier) @name (reference_declarator (identifier) @name)
               (pointer_declarator declarator: (identifier) @name)]
  value: (call_expression function: [
    (template_function name: (identifier) @_maker
      arguments: (template_argument_list . (type_descriptor) @type))
    (qualified_identifier name: (template_function name: (identifier) @_maker
      arguments: (template_argument_list . (type_descriptor) @type)))]))) @binding.declared
  (#any-of? @_maker "make_unique" "make_shared" "static_cast" "dynamic_cast" "reinterpret_cast"
   "const_cast" "static_pointer_cast" "dynamic_pointer_cast" "any_cast" "get"))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator
  declarator: [(identifier) @name (reference_declarator (identifier) @name)
               (pointer_declarator declarator: (identifier) @name)]
  value: (_) @value)) @binding.assigned
(declaration type: (placeholder_type_specifier)
  declarator: [(identifier) @name (reference_declarator (identifier) @name)
               (pointer_declarator declarator: (identifier) @name)]
  value: (_) @value) @binding.assigned
(init_declarator declarator: [
  (structured_binding_declarator (identifier) @name)
  (reference_declarator (structured_binding_declarator (identifier) @name))]
  value: (_) @values) @binding.assigned
(for_range_loop declarator: [
  (structured_binding_declarator (identifier) @name)
  (reference_declarator (structured_binding_declarator (identifier) @name))]
  right: (_) @values) @binding.element
(declaration type: (_) @type declarator: [
  (identifier) @name
  (init_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
  (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
  (init_declarator declarator: (reference_declarator (identifier) @name))
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: (array_declarator declarator: (identifier) @name))]) @binding.declared
(for_range_loop type: (placeholder_type_specifier) declarator: [
  (identifier) @name (reference_declarator (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)] right: (_) @value) @binding.element
(for_range_loop type: (_) @type declarator: [
  (identifier) @name (reference_declarator (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)]) @binding.declared
(field_declaration type: (_) @type declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (reference_declarator (field_identifier) @name)
  (array_declarator declarator: (field_identifier) @name)]) @binding.declared
(namespace_definition "inline" name: (namespace_identifier) @name) @binding.export
(alias_declaration name: (type_identifier) @name type: (_) @type) @binding.declared
(type_definition type: (_) @type declarator: (type_identifier) @name) @binding.declared
