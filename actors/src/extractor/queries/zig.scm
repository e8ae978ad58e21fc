; Zig. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment

; --- imports. A file has its local name as name and as alias; only `pub` makes it a constant, too.
((variable_declaration "pub" . "const" . (identifier) @name
  (builtin_function (builtin_identifier) @_import)) @definition.constant
 (#eq? @_import "@import"))
((variable_declaration "pub" . "const" . (identifier) @name
  (field_expression object: (builtin_function (builtin_identifier) @_import))) @definition.constant
 (#eq? @_import "@import"))
((variable_declaration "const" . (identifier) @name @alias
  (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @qualifier))))
 @reference.import (#eq? @_import "@import"))
((variable_declaration "const" . (identifier) @alias
  (field_expression
    object: (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @qualifier)))
    member: (identifier) @name)) @reference.import
 (#eq? @_import "@import"))
((builtin_function (builtin_identifier) @_import (arguments (string (string_content) @name))) @reference.import
 (#any-of? @_import "@import" "@embedFile" "@cInclude"))
((variable_declaration "const" . (identifier) [
  (builtin_function (builtin_identifier) @_import)
  (field_expression object: (builtin_function (builtin_identifier) @_import))]) @skip
 (#eq? @_import "@import"))

; --- types
(variable_declaration !type ["const" "var"] . (identifier) @name (struct_declaration) @body) @definition.struct
(variable_declaration !type ["const" "var"] . (identifier) @name (enum_declaration) @body) @definition.enum
(variable_declaration !type ["const" "var"] . (identifier) @name (union_declaration) @body) @definition.union
(variable_declaration !type ["const" "var"] . (identifier) @name (opaque_declaration) @body) @definition.struct
(variable_declaration !type ["const" "var"] . (identifier) @name (error_set_declaration) @body) @definition.enum
(error_set_declaration (identifier) @name @definition.variant @outer)
(container_field name: (identifier) @name type: (_)) @definition.field
((container_field !type name: (identifier) @name) @definition.variant (#not-eq? @name "_"))

; --- what stands in a type, named or not, is a member
(struct_declaration) @scope
(enum_declaration) @scope
(union_declaration) @scope
(opaque_declaration) @scope

; --- functions, tests, constants
(function_declaration name: (identifier) @name) @definition.function
(test_declaration [(string (string_content) @name) (identifier) @name] (block) @body) @definition.test
(variable_declaration "const" . (identifier) @name) @definition.constant
(variable_declaration "var" . (identifier) @name) @definition.variable

; --- code that is run
(block) @local

; --- calls
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression object: (_) @qualifier member: (identifier) @name)) @reference.call
(call_expression function: (field_expression !object member: (identifier) @name)) @reference.call

; --- uses
(parameter type: [(identifier) (field_expression)] @path @reference.use)
(function_declaration type: [(identifier) (field_expression)] @path @reference.use)
(function_signature type: [(identifier) (field_expression)] @path @reference.use)
(variable_declaration type: [(identifier) (field_expression)] @path @reference.use)
(container_field type: [(identifier) (field_expression)] @path @reference.use)
(pointer_type [(identifier) (field_expression)] @path @reference.use)
(nullable_type [(identifier) (field_expression)] @path @reference.use)
(slice_type [(identifier) (field_expression)] @path @reference.use)
(array_type [(identifier) (field_expression)] @path @reference.use)
(error_union_type error: [(identifier) (field_expression)] @path @reference.use)
(error_union_type ok: [(identifier) (field_expression)] @path @reference.use)
(struct_initializer . [(identifier) (field_expression)] @path) @reference.use
(using_namespace_declaration [(identifier) (field_expression)] @path) @reference.inherit
