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
(internal_module name: (_) @name) @definition.namespace
(module name: [(identifier) (nested_identifier)] @name) @definition.namespace
(module name: (string (string_fragment) @name)) @definition.module
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
(import_statement (import_require_clause (identifier) @name @alias
  source: (string (string_fragment) @qualifier))) @reference.import
(export_statement (export_clause (export_specifier name: (_) @name alias: (_)? @alias))
  source: (string (string_fragment) @qualifier)) @reference.import
(export_statement "*" @name source: (string (string_fragment) @qualifier)) @reference.import
(export_statement (namespace_export "*" @name (_) @alias)
  source: (string (string_fragment) @qualifier)) @reference.import
((variable_declarator name: (identifier) @name @alias
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
(call_expression function: (non_null_expression (member_expression object: (_) @qualifier
  property: (property_identifier) @name))) @reference.call
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
