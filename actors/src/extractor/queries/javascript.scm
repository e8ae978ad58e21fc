; JavaScript and JSX. Conventions: README.md in this folder.

; --- what leads to a definition
(export_statement) @wrapper
(lexical_declaration) @wrapper.line
(variable_declaration) @wrapper.line
(decorator) @attribute
(comment) @comment

; --- definitions
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (identifier) @name) @definition.class
(class name: (identifier) @name) @definition.class
(method_definition "get" name: [(property_identifier) (private_property_identifier)] @name) @definition.property
(method_definition "get" body: (_) @closure)
((method_definition name: (property_identifier) @name) @definition.constructor
 (#eq? @name "constructor"))
(method_definition name: [(property_identifier) (private_property_identifier) (number)] @name) @definition.method
(method_definition name: (string (string_fragment) @name)) @definition.method
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: [(property_identifier) (private_property_identifier)] @name) @definition.field
(export_statement "default" @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.constant
(export_statement "default" @name value: (class body: (_) @body)) @definition.class
(export_statement "default" @name value: [(call_expression) (object) (new_expression) (array)
  (member_expression) (parenthesized_expression) (await_expression)]) @definition.constant
(lexical_declaration "const" (variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @definition.function)
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
((assignment_expression left: (member_expression
  object: (identifier) @receiver property: (property_identifier) @name)
  right: (object)) @definition.constant
 (#eq? @receiver "module") (#eq? @name "exports"))
(assignment_expression
  left: (member_expression object: (_) @receiver property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.function
(pair key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method

; --- code that is run
(arrow_function) @closure
(function_expression) @closure
(generator_function) @closure
(for_statement) @local

; --- calls
((call_expression function: (identifier) @name) @reference.call (#not-eq? @name "require"))
(call_expression function: (super) @name) @reference.call
(call_expression function: (member_expression object: (_) @qualifier
  property: [(property_identifier) (private_property_identifier)] @name)) @reference.call
(new_expression constructor: (identifier) @name) @reference.call
(new_expression constructor: (member_expression object: (_) @qualifier
  property: (property_identifier) @name)) @reference.call

; --- supertypes
(class_heritage (identifier) @name) @reference.inherit
(class_heritage (member_expression object: (_) @qualifier property: (property_identifier) @name)) @reference.inherit
(class_heritage (call_expression function: (identifier) @name)) @reference.inherit

; --- uses
(decorator (identifier) @name) @reference.use
(decorator (member_expression object: (_) @qualifier property: (property_identifier) @name)) @reference.use
(jsx_opening_element name: (identifier) @name) @reference.use
(jsx_opening_element name: (member_expression object: (_) @qualifier property: (_) @name)) @reference.use
(jsx_self_closing_element name: (identifier) @name) @reference.use
(jsx_self_closing_element name: (member_expression object: (_) @qualifier property: (_) @name)) @reference.use

; --- bindings
(return_statement (_) @value) @binding.returned
(arrow_function body: [(call_expression) (identifier) (member_expression) (subscript_expression)
  (new_expression) (await_expression) (object) (array) (string) (template_string)
  (parenthesized_expression) (this) (binary_expression)] @value) @binding.returned
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
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (identifier) @name)) @closure)) @binding.element
 (#any-of? @_method "map" "forEach" "filter" "find" "findLast" "findIndex" "some" "every" "flatMap"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (identifier) @name)) @closure)) @binding.entered
 (#eq? @_method "then"))
(formal_parameters (identifier) @name @binding.parameter)
(formal_parameters (assignment_pattern left: (identifier) @name right: (_) @value)) @binding.assigned
(formal_parameters (rest_pattern (identifier) @name)) @binding.parameter
(formal_parameters (array_pattern (identifier) @name)) @binding.parameter
(formal_parameters (object_pattern (rest_pattern (identifier) @name))) @binding.parameter
(formal_parameters (object_pattern (shorthand_property_identifier_pattern) @name @member)) @binding.assigned
(formal_parameters (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @member))) @binding.assigned
(formal_parameters (object_pattern (pair_pattern key: (property_identifier) @member value: (identifier) @name))) @binding.assigned
(formal_parameters (object_pattern (pair_pattern key: (property_identifier) @member
    value: (assignment_pattern left: (identifier) @name)))) @binding.assigned
(arrow_function parameter: (identifier) @name) @binding.parameter
(catch_clause parameter: (identifier) @name) @binding.parameter
(variable_declarator name: (identifier) @name value: (_) @value) @binding.assigned
(variable_declarator name: (identifier) @name) @binding.declared
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name @member) value: (_) @value) @binding.assigned
(variable_declarator name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @member)) value: (_) @value) @binding.assigned
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @member value: (identifier) @name)) value: (_) @value) @binding.assigned
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @member
    value: (assignment_pattern left: (identifier) @name))) value: (_) @value) @binding.assigned
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
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: (_) @value) @binding.assigned

; --- what a file exports under another name than its own
(export_statement !source (export_clause
  (export_specifier name: (identifier) @value alias: (_) @name))) @binding.export
(export_statement "default" @name declaration: (_ name: (_) @value)) @binding.export
(export_statement "default" @name value: (_) @value) @binding.export
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
