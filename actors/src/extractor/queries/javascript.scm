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
((method_definition name: (property_identifier) @name) @definition.constructor
 (#eq? @name "constructor"))
(method_definition name: [(property_identifier) (private_property_identifier) (number)] @name) @definition.method
(method_definition name: (string (string_fragment) @name)) @definition.method
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: [(property_identifier) (private_property_identifier)] @name) @definition.field
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
(assignment_expression
  left: (member_expression object: (_) @receiver property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.function
(pair key: (property_identifier) @name value: (function_expression body: (_) @body)) @definition.method

; --- code that is run
(arrow_function) @local
(function_expression) @local
(generator_function) @local
(for_statement) @local

; --- imports. A default import has its local name as name and as alias.
(import_statement (import_clause (identifier) @name @alias)
  source: (string (string_fragment) @qualifier)) @reference.import
(import_statement (import_clause (namespace_import "*" @name (identifier) @alias))
  source: (string (string_fragment) @qualifier)) @reference.import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @name alias: (_)? @alias)))
  source: (string (string_fragment) @qualifier)) @reference.import
(import_statement . source: (string (string_fragment) @name)) @reference.import
(export_statement (export_clause (export_specifier name: (_) @name alias: (_)? @alias))
  source: (string (string_fragment) @qualifier)) @reference.import
(export_statement "*" @name source: (string (string_fragment) @qualifier)) @reference.import
(export_statement (namespace_export "*" @name (_) @alias)
  source: (string (string_fragment) @qualifier)) @reference.import
((variable_declarator name: (identifier) @name @alias
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @qualifier)))) @reference.import
 (#eq? @_require "require"))
((variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @qualifier)))) @reference.import
 (#eq? @_require "require"))
((call_expression function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @name))) @reference.import
 (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @name))) @reference.import

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
