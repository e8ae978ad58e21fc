; How JavaScript, TypeScript and TSX bring in what others export; read before the file of each. Conventions:
; README.md in this folder.

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

; --- modules by a call
((variable_declarator name: (identifier) @name @alias
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @qualifier)))) @reference.import
 (#eq? @_require "require"))
((variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @qualifier)))) @reference.import
 (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @name value: (identifier) @alias))
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @qualifier)))) @reference.import
 (#eq? @_require "require"))
((variable_declarator name: (identifier) @alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @qualifier)))
    property: (property_identifier) @name)) @reference.import
 (#eq? @_require "require"))
((assignment_expression left: (member_expression property: (property_identifier) @name @alias)
  right: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @qualifier)))) @reference.import
 (#eq? @_require "require"))
((pair key: (property_identifier) @name @alias
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @qualifier)))) @reference.import
 (#eq? @_require "require"))
((call_expression function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @name))) @reference.import
 (#eq? @_require "require"))
(variable_declarator name: (identifier) @alias
  value: (await_expression (call_expression function: (import) @name
    arguments: (arguments . (string (string_fragment) @qualifier))))) @reference.import
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (await_expression (call_expression function: (import)
    arguments: (arguments . (string (string_fragment) @qualifier))))) @reference.import
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @name value: (identifier) @alias))
  value: (await_expression (call_expression function: (import)
    arguments: (arguments . (string (string_fragment) @qualifier))))) @reference.import
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @name))) @reference.import
