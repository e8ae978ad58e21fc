; Terraform and other HCL. Conventions: README.md in this folder.
(comment) @comment

; --- definitions: blocks by their last label; entries of `locals` by their key
(block (identifier) @_kind . (string_lit (template_literal) @receiver)
  . (string_lit (template_literal) @name) . (block_start) @body
  (#any-of? @_kind "resource" "data" "ephemeral" "source" "action" "list")) @definition.struct
(block (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body
  (#eq? @_kind "variable")) @definition.variable
(block (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body
  (#eq? @_kind "output")) @definition.property
(block (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body
  (#eq? @_kind "module")) @definition.module
(block (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body
  (#eq? @_kind "provider")) @definition.package
(block (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body
  (#any-of? @_kind "check" "run" "job" "group" "task" "target" "function" "build")) @definition.struct
(block (identifier) @_kind (body (attribute (identifier) @name) @definition.constant)
  (#eq? @_kind "locals"))
(config_file (body (attribute (identifier) @name) @definition.key))

; --- references
(block (identifier) @_kind (body (attribute (identifier) @_key (expression (literal_value (string_lit
  (template_literal) @name)))) (#eq? @_kind "module") (#eq? @_key "source"))) @reference.import
(expression (variable_expr (identifier) @qualifier) . (get_attr (identifier) @name)
  (#any-of? @qualifier "var" "local" "module")) @reference.use
(expression (variable_expr (identifier) @_data) . (get_attr (identifier) @qualifier)
  . (get_attr (identifier) @name) (#eq? @_data "data")) @reference.use
(expression (variable_expr (identifier) @qualifier) . (get_attr (identifier) @name)
  (#not-any-of? @qualifier "each" "count" "self" "path" "terraform" "data")) @reference.use
(function_call . (identifier) @name) @reference.call
