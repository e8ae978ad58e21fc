; CSS, and SCSS and Less under a mask (../mask/styles.rs). A rule is called as its selectors are.
; Conventions: README.md in this folder.
(comment) @comment
(js_comment) @comment

; --- definitions
(rule_set (selectors (_) @name) (block) @body) @definition.class
; Of variables of SCSS and Less, `$a` and `@a`, the mask makes `-a`.
(declaration (property_name) @name (#match? @name "^--")) @definition.property
(declaration (property_name) @name (#match? @name "^\\$")) @definition.variable
(declaration (property_name) @name (#match? @name "^@")) @definition.variable
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.constant
(at_rule (at_keyword) @_keyword . (keyword_query) @name (#eq? @_keyword "@property")) @definition.property
(at_rule (at_keyword) @_keyword . (keyword_query) @name (block) @body
  (#eq? @_keyword "@mixin")) @definition.macro
(at_rule (at_keyword) @_keyword . (keyword_query) @name (block) @body
  (#eq? @_keyword "@function")) @definition.function

; --- references
(import_statement (string_value (string_content) @name)) @reference.import
(import_statement (call_expression (arguments [(string_value (string_content) @name) (plain_value) @name])))
  @reference.import
(call_expression (function_name) @_function (arguments . (plain_value) @name)
  (#eq? @_function "var")) @reference.use
(postcss_statement (at_keyword) @_keyword (call_expression (function_name) @name)
  (#eq? @_keyword "@include")) @reference.call
(postcss_statement (at_keyword) @_keyword . (plain_value) @name
  (#any-of? @_keyword "@include" "@extend")) @reference.call
