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

; Items in a call of a macro. `pin_project! { struct A; }`
(macro_invocation (token_tree) @embedded)

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

; --- calls: the alias says how the name is reached, by a path or by a macro's mark
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (scoped_identifier
  path: (bracketed_type (qualified_type alias: (_) @qualifier)) "::" @alias name: (identifier) @name)) @reference.call
(call_expression function: (scoped_identifier
  path: (bracketed_type (_) @qualifier) "::" @alias name: (identifier) @name)) @reference.call
(call_expression function: (scoped_identifier
  path: (_)? @qualifier "::" @alias name: (identifier) @name)) @reference.call
(call_expression function: (field_expression value: (_) @qualifier field: (field_identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (scoped_identifier
  path: (bracketed_type (qualified_type alias: (_) @qualifier)) "::" @alias name: (identifier) @name))) @reference.call
(call_expression function: (generic_function function: (scoped_identifier
  path: (_)? @qualifier "::" @alias name: (identifier) @name))) @reference.call
(call_expression function: (generic_function
  function: (field_expression value: (_) @qualifier field: (field_identifier) @name))) @reference.call
; Arguments of macros are tokens; what looks like a call in them is one.
(token_tree (identifier) @name @reference.call . (token_tree . "("))

; --- macros are used, not called: what they expand to calls
(macro_invocation macro: (identifier) @name "!" @alias) @reference.use
(macro_invocation macro: (scoped_identifier path: (_)? @qualifier name: (identifier) @name)
  "!" @alias) @reference.use

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
(trait_item bounds: (trait_bounds (generic_type
  type: (scoped_type_identifier path: (_)? @qualifier name: (_) @name)) @reference.inherit))

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

; --- bindings
; Which type a method belongs to, and of which trait; without a trait it is the type's own.
(impl_item trait: (_) @type type: (_) @name) @binding.implements
(impl_item !trait type: (_) @name) @binding.implements
; The file of a module.
((attribute (identifier) @name value: (string_literal (string_content) @type)) @binding.export
 (#eq? @name "path"))
; When it is compiled.
((attribute (identifier) @name arguments: (token_tree) @type) @binding.export (#eq? @name "cfg"))
(type_parameter name: (_) @name bounds: (trait_bounds) @type) @binding.bound
(type_parameter name: (_) @name) @binding.bound
(const_parameter name: (_) @name) @binding.bound
(where_predicate left: (type_identifier) @name bounds: (trait_bounds) @type) @binding.bound
(function_item return_type: (_) @type) @binding.result
(function_signature_item return_type: (_) @type) @binding.result
(struct_item body: (ordered_field_declaration_list) @type) @binding.result
(enum_variant body: (ordered_field_declaration_list) @type) @binding.result
(field_declaration name: (_) @name type: (_) @type) @binding.declared
(type_item name: (_) @name type: (_) @type) @binding.declared
(associated_type name: (_) @name bounds: (trait_bounds) @type) @binding.declared
(const_item name: (_) @name type: (_) @type) @binding.declared
(static_item name: (_) @name type: (_) @type) @binding.declared
(parameter pattern: [(identifier) @name (reference_pattern (identifier) @name)] type: (_) @type) @binding.parameter
; `Wrapper(x): Wrapper<T>`
(parameter pattern: (tuple_struct_pattern type: (_) . (identifier) @name .)
  type: (generic_type type_arguments: (type_arguments . (_) @type))) @binding.parameter
(let_declaration pattern: (identifier) @name type: (_) @type) @binding.declared
; What is put in a box is what matters.
((let_declaration pattern: (identifier) @name value: (call_expression
  function: (scoped_identifier path: (_) @_box name: (_) @_new) arguments: (arguments . (_) @value .)))
 @binding.assigned (#any-of? @_box "Box" "Arc" "Rc" "sync::Arc" "std::sync::Arc")
 (#any-of? @_new "new" "clone" "make_mut" "pin" "from"))
; Of blocks what they end with.
(let_declaration pattern: (identifier) @name
  value: (unsafe_block (block (_) @value .))) @binding.assigned
(let_declaration pattern: (identifier) @name
  value: (if_expression consequence: (block (_) @value .))) @binding.assigned
((let_declaration pattern: (identifier) @name value: (match_expression value: (_) @value
  body: (match_block (match_arm
    pattern: (match_pattern (tuple_struct_pattern type: (identifier) @member . (identifier) .))
    value: (identifier))))) @binding.assigned (#any-of? @member "Some" "Ok"))
(let_declaration pattern: (identifier) @name value: (match_expression
  body: (match_block (match_arm value: (call_expression) @value)))) @binding.assigned
(let_declaration pattern: (identifier) @name value: (_) @value) @binding.assigned
(let_declaration pattern: (identifier) @name) @binding.assigned
(let_declaration pattern: (tuple_pattern
  [(identifier) @name (ref_pattern (identifier) @name) (mut_pattern (identifier) @name)])
  value: (_) @values) @binding.assigned
; `let Some(x) = value`: the name of the pattern is as a member of the value.
(let_declaration pattern: (tuple_struct_pattern type: (identifier) @member
  . [(identifier) @name (ref_pattern (identifier) @name)
    (mut_pattern (identifier) @name) (ref_pattern (mut_pattern (identifier) @name))] .)
  value: (_) @value) @binding.assigned
(let_declaration pattern: (tuple_struct_pattern type: (identifier) @member
  . (tuple_pattern (identifier) @name) .) value: (_) @values) @binding.assigned
(let_condition pattern: (tuple_struct_pattern type: (identifier) @member
  . [(identifier) @name (ref_pattern (identifier) @name)
    (mut_pattern (identifier) @name) (ref_pattern (mut_pattern (identifier) @name))] .)
  value: (_) @value) @binding.assigned
(let_condition pattern: (tuple_struct_pattern type: (identifier) @member
  . (tuple_pattern (identifier) @name) .) value: (_) @values) @binding.assigned
(match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern
  (tuple_struct_pattern type: (identifier) @member
    . [(identifier) @name (ref_pattern (identifier) @name)
    (mut_pattern (identifier) @name) (ref_pattern (mut_pattern (identifier) @name))] .))))) @binding.assigned
(match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern
  . (identifier) @name)))) @binding.assigned
; The parts of a variant or structure, whatever the value was.
(tuple_struct_pattern type: (_) @value (tuple_struct_pattern type: (identifier) @member
  . [(identifier) @name (ref_pattern (identifier) @name)
    (mut_pattern (identifier) @name) (ref_pattern (mut_pattern (identifier) @name))] .)) @binding.assigned
(tuple_struct_pattern type: (_) @values
  [(identifier) @name (ref_pattern (identifier) @name)
    (mut_pattern (identifier) @name) (ref_pattern (mut_pattern (identifier) @name))]) @binding.assigned
(struct_pattern type: (_) @value (field_pattern name: (shorthand_field_identifier) @name @member)) @binding.assigned
(struct_pattern type: (_) @value (field_pattern name: (field_identifier) @member
  pattern: [(identifier) @name (ref_pattern (identifier) @name)
    (mut_pattern (identifier) @name) (ref_pattern (mut_pattern (identifier) @name))])) @binding.assigned
(for_expression pattern: (identifier) @name value: (_) @value) @binding.element
(for_expression pattern: (tuple_pattern (identifier) @name) "in" @member value: (_) @values) @binding.entered
; What a closure is given depends on the method that it is given to.
(call_expression function: (field_expression value: (_) @value field: (field_identifier) @member)
  arguments: (arguments (closure_expression parameters: (closure_parameters
    . [(identifier) @name (mut_pattern (identifier) @name)
       (reference_pattern (identifier) @name)])))) @binding.entered
(call_expression function: (field_expression value: (_) @values field: (field_identifier) @member)
  arguments: (arguments (closure_expression parameters: (closure_parameters
    . [(tuple_pattern (identifier) @name)
       (reference_pattern (tuple_pattern (identifier) @name))])))) @binding.entered
(closure_parameters [(identifier) @name (mut_pattern (identifier) @name) (tuple_pattern (identifier) @name)
  (reference_pattern (identifier) @name)]) @binding.parameter
