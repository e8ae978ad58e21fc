; Objective-C: what it adds to C; c.scm is read after it. Under a mask (../mask/objc.rs).
; Conventions: README.md in this folder.

; --- definitions. A category is called by its own name, in the scope of its class.
(class_interface "@interface" . (identifier) @receiver category: (identifier) @name) @definition.class @line
(class_implementation "@implementation" . (identifier) @receiver category: (identifier) @name) @definition.class @line
(class_interface "@interface" . (identifier) @name superclass: (_)) @definition.class @line
; An extension, `@interface A ()`, adds to a class without being one.
(class_interface !superclass !category "@interface" . (identifier) @name) @scope
(class_implementation !category "@implementation" . (identifier) @name) @definition.class @line
(protocol_declaration "@protocol" . (identifier) @name) @definition.trait @line
(method_declaration (method_type) . (identifier) @name) @definition.method @selector
(method_definition (method_type) . (identifier) @name (compound_statement) @body)
  @definition.method @selector
(property_declaration (struct_declaration (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
  (function_declarator declarator: (parenthesized_declarator
    (block_pointer_declarator declarator: (identifier) @name)))
  (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (identifier) @name)))]))) @definition.property
(instance_variable (struct_declaration (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (function_declarator declarator: (parenthesized_declarator
    (block_pointer_declarator declarator: (identifier) @name)))]))) @definition.field
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (block_pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(block_literal) @local

; --- references
(module_import path: (_) @name) @reference.import
(class_interface superclass: (identifier) @name) @reference.inherit
(class_interface superclass: (_) (parameterized_arguments (type_name (type_identifier) @name)
  @reference.inherit))
(protocol_declaration (protocol_reference_list (identifier) @name @reference.inherit))
(protocol_reference_list (identifier) @name @reference.use)
(message_expression receiver: (_) @qualifier . method: (identifier) @name) @reference.call @selector
(class_interface "@interface" . (identifier) @name @reference.use)

