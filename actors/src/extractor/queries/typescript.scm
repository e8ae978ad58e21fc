; TypeScript; tsx.scm is read after it for TSX. Conventions: README.md in this folder.

; --- what leads to a definition
(export_statement) @wrapper
(ambient_declaration) @wrapper
(expression_statement (internal_module)) @wrapper
(lexical_declaration) @wrapper.line
(variable_declaration) @wrapper.line
(decorator) @attribute
(comment) @comment

; --- definitions
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(function_signature name: (identifier) @name) @definition.function
(class_declaration name: (type_identifier) @name) @definition.class
(abstract_class_declaration name: (type_identifier) @name) @definition.class
(class name: (type_identifier) @name) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.enum
(enum_body name: (property_identifier) @name @definition.variant)
(enum_body name: (string (string_fragment) @name) @definition.variant)
(enum_assignment name: (property_identifier) @name) @definition.variant
(enum_assignment name: (string (string_fragment) @name)) @definition.variant
(ambient_declaration "global" @name (statement_block)) @definition.namespace
(internal_module name: (_) @name) @definition.namespace
(module name: [(identifier) (nested_identifier)] @name) @definition.namespace
(module name: (string (string_fragment) @name)) @definition.module
(method_definition "get" name: [(property_identifier) (private_property_identifier)] @name) @definition.property
(method_definition "get" body: (_) @closure)
((method_definition name: (property_identifier) @name) @definition.constructor
 (#eq? @name "constructor"))
(method_definition name: [(property_identifier) (private_property_identifier) (number)] @name) @definition.method
(method_definition name: (string (string_fragment) @name)) @definition.method
(method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(abstract_method_signature name: (property_identifier) @name) @definition.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.field
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(property_signature name: (property_identifier) @name) @definition.property
(property_signature name: (string (string_fragment) @name)) @definition.property
(pair key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(export_statement "default" @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.constant
(export_statement "default" @name value: (class body: (_) @body)) @definition.class
(export_statement "default" @name value: [(call_expression) (object) (new_expression) (array)
  (as_expression) (satisfies_expression) (member_expression) (parenthesized_expression) (await_expression)]) @definition.constant
(lexical_declaration "const" (variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @definition.function)
(lexical_declaration "const" (variable_declarator name: (identifier) @name
  value: [(as_expression (parenthesized_expression (arrow_function body: (_) @body)))
          (satisfies_expression (parenthesized_expression (arrow_function body: (_) @body)))
          (parenthesized_expression (arrow_function body: (_) @body))]) @definition.function)
(lexical_declaration "const"
  (variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class)
(lexical_declaration "const" (variable_declarator name: (identifier) @name) @definition.constant)
(variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(variable_declarator name: (identifier) @name) @definition.variable
(lexical_declaration "const" (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name @definition.constant)))
(lexical_declaration "const" (variable_declarator
  name: (object_pattern (pair_pattern value: (identifier) @name @definition.constant))))

; --- code that is run
(arrow_function) @closure
(function_expression) @closure
(generator_function) @closure
(for_statement) @local

; --- imports: what only TypeScript has
(import_statement (import_require_clause (identifier) @name @alias
  source: (string (string_fragment) @qualifier))) @reference.import

; --- calls
((call_expression function: (identifier) @name) @reference.call (#not-eq? @name "require"))
(call_expression function: (super) @name) @reference.call
(call_expression function: (member_expression object: (_) @qualifier
  property: [(property_identifier) (private_property_identifier)] @name)) @reference.call
(call_expression function: (non_null_expression (member_expression object: (_) @qualifier
  property: (property_identifier) @name))) @reference.call
; `await f<T>()` is read as a call of what is waited for.
(call_expression function: (await_expression (identifier) @name)) @reference.call
(call_expression function: (await_expression (member_expression object: (_) @qualifier
  property: [(property_identifier) (private_property_identifier)] @name))) @reference.call
(new_expression constructor: (identifier) @name) @reference.call
(new_expression constructor: (member_expression object: (_) @qualifier
  property: (property_identifier) @name)) @reference.call

; --- supertypes
(extends_clause value: (identifier) @name) @reference.inherit
(extends_clause value: (member_expression object: (_) @qualifier property: (property_identifier) @name)) @reference.inherit
(extends_clause value: (call_expression function: (identifier) @name)) @reference.inherit
(implements_clause (type_identifier) @name @reference.inherit)
(implements_clause (generic_type name: (type_identifier) @name) @reference.inherit)
(implements_clause (nested_type_identifier module: (_) @qualifier name: (_) @name) @reference.inherit)
(implements_clause (generic_type name: (nested_type_identifier module: (_) @qualifier name: (_) @name)) @reference.inherit)
(extends_type_clause type: (type_identifier) @name @reference.inherit)
(extends_type_clause type: (generic_type name: (type_identifier) @name) @reference.inherit)
(extends_type_clause type: (nested_type_identifier module: (_) @qualifier name: (_) @name) @reference.inherit)
(extends_type_clause
  type: (generic_type name: (nested_type_identifier module: (_) @qualifier name: (_) @name)) @reference.inherit)

; --- uses
(type_parameter name: (type_identifier) @shadow)
(type_identifier) @reference.use
(nested_type_identifier module: (_) @qualifier name: (_) @name) @reference.use
(type_query (identifier) @name) @reference.use
(decorator (identifier) @name) @reference.use
(decorator (member_expression object: (_) @qualifier property: (property_identifier) @name)) @reference.use

; --- bindings
(function_declaration return_type: (type_annotation) @type) @binding.result
(generator_function_declaration return_type: (type_annotation) @type) @binding.result
(function_signature return_type: (type_annotation) @type) @binding.result
(method_definition return_type: (type_annotation) @type) @binding.result
(method_signature return_type: (type_annotation) @type) @binding.result
(abstract_method_signature return_type: (type_annotation) @type) @binding.result
(arrow_function return_type: (type_annotation) @type) @binding.result
(function_expression return_type: (type_annotation) @type) @binding.result
(return_statement (_) @value) @binding.returned
(arrow_function body: [(call_expression) (identifier) (member_expression) (subscript_expression)
  (new_expression) (await_expression) (object) (array) (string) (template_string)
  (parenthesized_expression) (as_expression) (satisfies_expression) (non_null_expression) (this)
  (binary_expression)] @value) @binding.returned
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameter: (identifier) @name) @closure)) @binding.element
 (#any-of? @_method "map" "forEach" "filter" "find" "findLast" "findIndex" "some" "every" "flatMap"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameter: (identifier) @name) @closure)) @binding.entered
 (#eq? @_method "then"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @name !type))) @closure)) @binding.element
 (#any-of? @_method "map" "forEach" "filter" "find" "findLast" "findIndex" "some" "every" "flatMap"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @name !type))) @closure)) @binding.entered
 (#eq? @_method "then"))
(required_parameter pattern: (identifier) @name type: (type_annotation) @type) @binding.parameter
(required_parameter pattern: (identifier) @name value: (_) @value) @binding.assigned
(required_parameter pattern: (identifier) @name) @binding.parameter
(optional_parameter pattern: (identifier) @name type: (type_annotation)? @type) @binding.parameter
(required_parameter pattern: (rest_pattern (identifier) @name) type: (type_annotation)? @type) @binding.parameter
(required_parameter pattern: (array_pattern (identifier) @name)) @binding.parameter
(required_parameter pattern: (object_pattern (rest_pattern (identifier) @name))) @binding.parameter
(required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @name @member) type: (type_annotation)? @type) @binding.assigned
(required_parameter pattern: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @member)) type: (type_annotation)? @type) @binding.assigned
(required_parameter pattern: (object_pattern (pair_pattern key: (property_identifier) @member value: (identifier) @name)) type: (type_annotation)? @type) @binding.assigned
(required_parameter pattern: (object_pattern (pair_pattern key: (property_identifier) @member
    value: (assignment_pattern left: (identifier) @name))) type: (type_annotation)? @type) @binding.assigned
(arrow_function parameter: (identifier) @name) @binding.parameter
(catch_clause parameter: (identifier) @name) @binding.parameter
(variable_declarator name: (identifier) @name type: (type_annotation) @type) @binding.declared
(variable_declarator name: (identifier) @name
  value: (as_expression (_) . (_) @type)) @binding.declared
(variable_declarator name: (identifier) @name value: (_) @value) @binding.assigned
(variable_declarator name: (identifier) @name) @binding.declared
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name @member) type: (type_annotation)? @type value: (_)? @value) @binding.assigned
(variable_declarator name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @member)) type: (type_annotation)? @type value: (_)? @value) @binding.assigned
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @member value: (identifier) @name)) type: (type_annotation)? @type value: (_)? @value) @binding.assigned
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @member
    value: (assignment_pattern left: (identifier) @name))) type: (type_annotation)? @type value: (_)? @value) @binding.assigned
(variable_declarator name: (object_pattern (rest_pattern (identifier) @name))) @binding.declared
(variable_declarator name: (array_pattern (identifier) @name) value: (_) @values) @binding.assigned
(for_in_statement left: (identifier) @name operator: "of" right: (_) @value) @binding.element
(for_in_statement left: (identifier) @name) @binding.element
(for_in_statement left: (array_pattern (identifier) @name) operator: "of" right: (_) @values) @binding.element
(for_in_statement left: (object_pattern (shorthand_property_identifier_pattern) @name @member)
  operator: "of" right: (_) @value) @binding.element
(assignment_expression left: (identifier) @name right: (_) @value) @binding.changed
(assignment_expression left: (object_pattern (shorthand_property_identifier_pattern) @name @member)
  right: (_) @value) @binding.changed
(assignment_expression left: (array_pattern (identifier) @name) right: (_) @values) @binding.changed
(assignment_expression left: (member_expression object: (this)) @name right: (_) @value) @binding.assigned
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  type: (type_annotation) @type) @binding.declared
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: (as_expression (_) . (_) @type)) @binding.declared
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: (_) @value) @binding.assigned
(property_signature name: (_) @name type: (type_annotation) @type) @binding.declared
(type_parameter name: (type_identifier) @name constraint: (constraint (_) @type)?) @binding.bound
(type_alias_declaration name: (type_identifier) @name value: (_) @type) @binding.declared

; --- what a file exports under another name than its own
(export_statement !source (export_clause
  (export_specifier name: (identifier) @value alias: (_) @name))) @binding.export
(export_statement "default" @name declaration: (_ name: (_) @value)) @binding.export
(export_statement "default" @name value: (_) @value) @binding.export
(export_statement "=" @name (_) @value) @binding.export
((assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (shorthand_property_identifier) @name @value)) @binding.export
 (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (pair key: (property_identifier) @name value: (_) @value))) @binding.export
 (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports) @name
  right: (_) @value) @binding.export
 (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports property: (property_identifier) @name)
  right: (_) @value) @binding.export
 (#any-of? @_exports "exports" "module.exports"))
