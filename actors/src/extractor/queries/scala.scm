; Scala 2 and 3. Conventions: README.md in this folder.

; --- what leads to a definition
(annotation) @attribute
(comment) @comment
(block_comment) @comment

; --- definitions
(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(package_object name: (_) @name) @definition.module
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.variant
(full_enum_case name: (_) @name) @definition.variant
((function_definition name: (identifier) @name) @definition.constructor
 (#eq? @name "this"))
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(given_definition name: (_) @name) @definition.constant
(type_definition name: (type_identifier) @name) @definition.type
; The parameters of a case class are its fields, those of another class only as `val` or `var`.
(class_definition "case" name: (_) . (class_parameters (class_parameter name: (_) @name) @definition.field))
(class_definition "case" (type_parameters) . (class_parameters (class_parameter name: (_) @name) @definition.field))
(full_enum_case (class_parameters (class_parameter name: (_) @name) @definition.field))
(class_parameter ["val" "var"] name: (_) @name) @definition.field
(val_definition pattern: (identifier) @name) @definition.variable
(var_definition pattern: (identifier) @name) @definition.variable
(val_declaration name: (identifier) @name) @definition.variable
(var_declaration name: (identifier) @name) @definition.variable
(val_definition pattern: (identifiers (identifier) @name)) @definition.variable
(var_definition pattern: (identifiers (identifier) @name)) @definition.variable
(val_declaration name: (identifier) . "," name: (identifier) @name) @definition.variable
(val_definition pattern: (tuple_pattern (identifier) @name)) @definition.variable
(val_definition pattern: (case_class_pattern pattern: [
  (identifier) @name
  (capture_pattern name: (identifier) @name)])) @definition.variable
(package_clause name: (_) @name body: (_)) @definition.namespace
; The members of an object without a name belong to what it stands in.
(instance_expression (template_body) @scope)
(given_definition body: (with_template_body) @scope)
(refinement) @skip

; --- code that is run
(case_block) @local
(indented_cases) @local
(block) @local
(indented_block) @local
(lambda_expression) @local

; --- imports
(import_declaration path: (identifier) @qualifier . path: (identifier)) @prefix
(import_declaration path: (identifier) @qualifier . [(namespace_selectors) (namespace_wildcard)]) @prefix
(import_declaration path: (identifier) @name .) @reference.import
(import_declaration (namespace_wildcard) @name) @reference.import
(namespace_selectors (identifier) @name @reference.import)
(namespace_selectors (namespace_wildcard) @name @reference.import)
(arrow_renamed_identifier name: (_) @name alias: (_) @alias) @reference.import
(as_renamed_identifier name: (_) @name alias: (_) @alias) @reference.import

; --- calls
(call_expression function: (identifier) @name arguments: (arguments) @passed) @reference.call
(call_expression function: (field_expression value: (_) @qualifier field: (identifier) @name)
  arguments: (arguments) @passed) @reference.call
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression value: (_) @qualifier field: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression function: (generic_function
  function: (field_expression value: (_) @qualifier field: (identifier) @name))) @reference.call
(infix_expression left: (_) @qualifier operator: (identifier) @name) @reference.call
(instance_expression (type_identifier) @name arguments: (arguments)? @passed) @reference.call
(instance_expression (generic_type type: (type_identifier) @name) arguments: (arguments)? @passed) @reference.call
(instance_expression (stable_type_identifier) @path) @reference.call

; --- supertypes
(extends_clause type: (type_identifier) @name @reference.inherit)
(extends_clause type: (generic_type type: (type_identifier) @name) @reference.inherit)
(extends_clause type: (stable_type_identifier) @path @reference.inherit)
(extends_clause type: (generic_type type: (stable_type_identifier) @path) @reference.inherit)

; --- uses
(type_parameters name: (identifier) @shadow)
(stable_type_identifier) @path @reference.use
(type_identifier) @reference.use

; --- bindings
(package_clause name: (_) @name !body) @binding.package
(extends_clause type: (generic_type) @type) @binding.super
(type_parameters name: (identifier) @name) @binding.bound
(covariant_type_parameter name: (identifier) @name) @binding.bound
(contravariant_type_parameter name: (identifier) @name) @binding.bound
(function_definition return_type: (_) @type) @binding.result
(function_declaration return_type: (_) @type) @binding.result
(type_definition name: (type_identifier) @name type: (_) @type) @binding.declared
(class_parameter name: (identifier) @name type: (_) @type) @binding.parameter
(parameter name: (identifier) @name type: (_) @type) @binding.parameter
(call_expression function: (field_expression value: (_) @value field: (identifier) @member)
  arguments: [(arguments (lambda_expression parameters: [
    (identifier) @name (bindings . (binding name: (identifier) @name !type) .)]) @binding.passed)
  (block (lambda_expression parameters: [
    (identifier) @name (bindings . (binding name: (identifier) @name !type) .)]) @binding.passed)])
(lambda_expression parameters: (identifier) @name) @binding.assigned
(binding name: (identifier) @name type: (_) @type) @binding.declared
(binding name: (identifier) @name) @binding.assigned
(val_definition pattern: (identifier) @name type: (_) @type) @binding.declared
(var_definition pattern: (identifier) @name type: (_) @type) @binding.declared
(val_definition pattern: (identifier) @name value: (_) @value) @binding.assigned
(var_definition pattern: (identifier) @name value: (_) @value) @binding.assigned
(val_declaration name: (identifier) @name type: (_) @type) @binding.declared
(var_declaration name: (identifier) @name type: (_) @type) @binding.declared
(typed_pattern pattern: (identifier) @name type: (_) @type) @binding.declared
(enumerator . (identifier) @name "<-" . (_) @value) @binding.element
(enumerator . (identifier) @name "=" . (_) @value) @binding.assigned
