; Rust. Conventions: README.md in this folder.

; --- definitions
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.union
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.variant
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(mod_item name: (identifier) @name) @definition.module
(macro_definition name: (identifier) @name . (macro_rule)? @body) @definition.macro
(field_declaration name: (field_identifier) @name) @definition.field

; --- what qualifies without being a definition
(impl_item type: [(type_identifier) (scoped_type_identifier) (generic_type) (primitive_type)
                  (reference_type) (tuple_type) (array_type) (dynamic_type)] @name) @scope
(closure_expression) @local

; --- what leads to a definition
(line_comment !inner) @comment
(block_comment !inner) @comment
(line_comment inner: (_)) @comment.inner
(block_comment inner: (_)) @comment.inner
((attribute_item (attribute [(identifier) @_test (scoped_identifier name: (identifier) @_test)]))
 @attribute.test (#any-of? @_test "test" "rstest" "test_case" "proptest"))
(attribute_item) @attribute

; --- imports
(scoped_use_list path: (_) @qualifier) @prefix
(use_declaration argument: [(identifier) (crate) (self) (super)] @name) @reference.import
(use_declaration argument: (scoped_identifier path: (_) @qualifier name: (_) @name)) @reference.import
(use_list [(identifier) (self) (crate) (super)] @name @reference.import)
(use_list (scoped_identifier path: (_) @qualifier name: (_) @name) @reference.import)
(use_as_clause path: (scoped_identifier path: (_) @qualifier name: (_) @name)
               alias: (identifier) @alias) @reference.import
(use_as_clause path: [(identifier) (self) (crate)] @name alias: (identifier) @alias) @reference.import
(use_wildcard [(identifier) (scoped_identifier) (crate) (self) (super)] @qualifier "*" @name) @reference.import
(use_wildcard . "*" @name) @reference.import
(extern_crate_declaration name: (_) @name alias: (identifier)? @alias) @reference.import

; --- calls
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (scoped_identifier path: (_)? @qualifier name: (identifier) @name)) @reference.call
(call_expression function: (field_expression value: (_) @qualifier field: (field_identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression function: (generic_function
  function: (scoped_identifier path: (_)? @qualifier name: (identifier) @name))) @reference.call
(call_expression function: (generic_function
  function: (field_expression value: (_) @qualifier field: (field_identifier) @name))) @reference.call
(macro_invocation macro: (identifier) @name) @reference.call
(macro_invocation macro: (scoped_identifier path: (_)? @qualifier name: (identifier) @name)) @reference.call
; Arguments of macros are tokens; what looks like a call in them is one.
(token_tree (identifier) @name @reference.call . (token_tree . "("))

; --- supertypes
(impl_item trait: (type_identifier) @name) @reference.inherit
(impl_item trait: (scoped_type_identifier path: (_)? @qualifier name: (_) @name)) @reference.inherit
(impl_item trait: (generic_type type: (type_identifier) @name)) @reference.inherit
(impl_item trait: (generic_type
  type: (scoped_type_identifier path: (_)? @qualifier name: (_) @name))) @reference.inherit
(trait_item bounds: (trait_bounds (type_identifier) @name @reference.inherit))
(trait_item bounds: (trait_bounds
  (scoped_type_identifier path: (_)? @qualifier name: (_) @name) @reference.inherit))
(trait_item bounds: (trait_bounds (generic_type type: (type_identifier) @name) @reference.inherit))

; --- uses
(type_parameter name: (type_identifier) @shadow)
((type_identifier) @reference.use (#not-eq? @reference.use "Self"))
(scoped_type_identifier path: (_)? @qualifier name: (_) @name) @reference.use
((attribute (identifier) @name) @reference.use
 (#not-any-of? @name "derive" "cfg" "cfg_attr" "allow" "expect" "warn" "deny" "forbid" "inline"
  "repr" "doc" "must_use" "test" "path" "deprecated" "macro_export" "non_exhaustive" "ignore"
  "should_panic" "default" "feature" "no_mangle" "track_caller" "cold"))
(attribute (scoped_identifier path: (_)? @qualifier name: (identifier) @name)) @reference.use
((attribute (identifier) @_derive arguments: (token_tree (identifier) @name @reference.use))
 (#eq? @_derive "derive"))
