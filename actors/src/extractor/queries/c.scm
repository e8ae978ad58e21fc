; C. Conventions: README.md in this folder.

(comment) @comment

; --- definitions
((function_definition declarator: [
  (function_declarator declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)])
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name)))]) @definition.function @outer
  (#not-any-of? @name "if" "while" "for" "switch"))
(declaration declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name)))]) @definition.function @outer
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.variant
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
  (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
  (array_declarator declarator: (field_identifier) @name)
  (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
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
  (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))]) @definition.variable @outer

; --- imports
(preproc_include path: (string_literal (string_content) @name)) @reference.import
(preproc_include path: (system_lib_string) @name) @reference.import

; --- calls
(call_expression function: (identifier) @name arguments: (_) @arguments) @reference.call
(call_expression function: (field_expression argument: (_) @qualifier field: (field_identifier) @name)
  arguments: (_) @arguments) @reference.call
(call_expression function: (parenthesized_expression (identifier) @name)
  arguments: (_) @arguments) @reference.call

; --- uses
(type_identifier) @reference.use

; --- bindings: what is only declared or static, and names that may hide a function
(function_definition (storage_class_specifier "static" @type)) @binding.result
(declaration declarator: [
  (function_declarator declarator: (identifier))
  (pointer_declarator declarator: (function_declarator declarator: (identifier)))
  (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier))))]) @binding.forward
(parameter_declaration type: (type_identifier) @type declarator: [
  (identifier) @name (pointer_declarator declarator: (identifier) @name)]) @binding.parameter
(parameter_declaration declarator: (function_declarator declarator: [
  (identifier) @name
  (parenthesized_declarator (pointer_declarator declarator: (identifier) @name))])) @binding.parameter
(declaration type: (type_identifier) @type declarator: [
  (identifier) @name
  (init_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
  (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))]) @binding.declared
(declaration declarator: [
  (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (identifier) @name)))
  (init_declarator declarator: (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (identifier) @name))))]) @binding.declared
(type_definition type: [
  (type_identifier) @type (struct_specifier name: (_) @type) (union_specifier name: (_) @type)]
  declarator: (type_identifier) @name) @binding.declared
