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
(namespace_definition name: (_) @name) @definition.namespace
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
(using_declaration (qualified_identifier) @path) @reference.import

; --- calls
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (qualified_identifier) @path) @reference.call
(call_expression function: (field_expression argument: (_) @qualifier field: [
  [(field_identifier) (destructor_name)] @name (template_method name: (field_identifier) @name)])) @reference.call
(call_expression function: (template_function name: (identifier) @name)) @reference.call
(new_expression type: (type_identifier) @name) @reference.call
(new_expression type: (template_type name: (type_identifier) @name)) @reference.call
(new_expression type: (qualified_identifier) @path) @reference.call

; --- supertypes
(base_class_clause (type_identifier) @name @reference.inherit)
(base_class_clause (template_type name: (type_identifier) @name) @reference.inherit)
(base_class_clause (qualified_identifier) @path @reference.inherit)

; --- uses
(type_parameter_declaration (type_identifier) @shadow)
(qualified_identifier scope: (_) @qualifier name: [
  (type_identifier) @name (template_type name: (type_identifier) @name)]) @reference.use
(type_identifier) @reference.use
