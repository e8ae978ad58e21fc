; Python. Conventions: README.md in this folder.

; --- definitions
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type (identifier) @name))) @definition.type
(expression_statement (assignment left: (identifier) @name) @definition.variable)
(expression_statement (assignment left: (pattern_list (identifier) @name)) @definition.variable)
(expression_statement (assignment
  right: (assignment left: (identifier) @name)) @definition.variable)

; --- code that is run
(lambda) @local
(for_statement) @local.open

; --- what leads to a definition
(decorated_definition) @wrapper
(decorator) @attribute
(comment) @comment
(function_definition body: (block . (expression_statement (string) @docstring)))
(class_definition body: (block . (expression_statement (string) @docstring)))
(module . (expression_statement (string) @docstring))

; --- imports
(import_statement name: (dotted_name) @name) @reference.import
(import_statement name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @reference.import
(import_from_statement module_name: (_) @qualifier name: (dotted_name) @name) @reference.import
(import_from_statement module_name: (_) @qualifier
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @reference.import
(import_from_statement module_name: (_) @qualifier (wildcard_import) @name) @reference.import
(future_import_statement "__future__" @qualifier name: (dotted_name) @name) @reference.import

; --- calls
(call function: (identifier) @name arguments: (argument_list)? @arguments) @reference.call
(call function: (attribute object: (_) @qualifier attribute: (identifier) @name)
  arguments: (argument_list)? @arguments) @reference.call
(decorator (identifier) @name) @reference.use
(decorator (attribute object: (_) @qualifier attribute: (identifier) @name)) @reference.use

; --- supertypes
(class_definition superclasses: (argument_list (identifier) @name @reference.inherit))
(class_definition superclasses: (argument_list
  (attribute object: (_) @qualifier attribute: (identifier) @name) @reference.inherit))
(class_definition superclasses: (argument_list
  (subscript value: (identifier) @name) @reference.inherit))
(class_definition superclasses: (argument_list
  (subscript value: (attribute object: (_) @qualifier attribute: (identifier) @name)) @reference.inherit))

; --- uses
(type (identifier) @name) @reference.use
(type (attribute object: (_) @qualifier attribute: (identifier) @name)) @reference.use
(type (generic_type . (identifier) @name)) @reference.use
(type (subscript value: (identifier) @name)) @reference.use
(type (subscript value: (attribute object: (_) @qualifier attribute: (identifier) @name))) @reference.use
(type (subscript subscript: (identifier) @name @reference.use))
(type (binary_operator [(identifier)] @name @reference.use))
(except_clause value: (identifier) @name) @reference.use

; --- bindings
(type_alias_statement left: (type (identifier) @name) right: (type) @type) @binding.declared
(function_definition return_type: (type) @type) @binding.result
(return_statement (_) @value) @binding.returned
(parameters (identifier) @name @binding.parameter)
(parameters (list_splat_pattern (identifier) @name) @binding.parameter)
(parameters (dictionary_splat_pattern (identifier) @name) @binding.parameter)
(lambda_parameters (identifier) @name @binding.parameter)
(typed_parameter (identifier) @name type: (type) @type) @binding.parameter
(typed_parameter [(list_splat_pattern) (dictionary_splat_pattern)] @name) @binding.parameter
(typed_default_parameter name: (identifier) @name type: (type) @type) @binding.parameter
(default_parameter name: (identifier) @name) @binding.parameter
(assignment left: [(identifier) (attribute)] @name type: (type) @type) @binding.declared
(assignment left: [(identifier) (attribute)] @name right: (call
  function: [(identifier) (attribute)] @_cast arguments: (argument_list . (_) @type . (_) .))
  (#any-of? @_cast "cast" "typing.cast" "t.cast")) @binding.declared
(assignment left: (identifier) @name right: (call function: [(identifier) (attribute)] @_var
    arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (_) @type)))
  (#any-of? @_var "TypeVar" "typing.TypeVar" "t.TypeVar") (#eq? @_bound "bound")) @binding.declared
(assignment left: [(identifier) (attribute)] @name
  right: (assignment right: (assignment right: (_) @value))) @binding.assigned
(assignment left: [(identifier) (attribute)] @name right: (assignment right: (_) @value)) @binding.assigned
(assignment left: [(identifier) (attribute)] @name right: (_) @value) @binding.assigned
(assignment left: (pattern_list (identifier) @name) right: (_) @values) @binding.assigned
(assignment left: (tuple_pattern (identifier) @name) right: (_) @values) @binding.assigned
(named_expression name: (identifier) @name value: (_) @value) @binding.assigned
(for_statement left: (identifier) @name right: (_) @value) @binding.element
(for_statement left: (pattern_list (identifier) @name) right: (_) @values) @binding.element
(for_statement left: (tuple_pattern (identifier) @name) right: (_) @values) @binding.element
(list_comprehension (for_in_clause left: (identifier) @name right: (_) @value)) @region @binding.element
(set_comprehension (for_in_clause left: (identifier) @name right: (_) @value)) @region @binding.element
(generator_expression (for_in_clause left: (identifier) @name right: (_) @value)) @region @binding.element
(dictionary_comprehension (for_in_clause left: (identifier) @name right: (_) @value)) @region @binding.element
(list_comprehension (for_in_clause
  left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)] right: (_) @values)) @region @binding.element
(set_comprehension (for_in_clause
  left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)] right: (_) @values)) @region @binding.element
(generator_expression (for_in_clause
  left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)] right: (_) @values)) @region @binding.element
(dictionary_comprehension (for_in_clause
  left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)] right: (_) @values)) @region @binding.element
(with_item value: (as_pattern (_) @value alias: (as_pattern_target (identifier) @name))) @binding.entered
(with_item value: (as_pattern (_) @value alias: (as_pattern_target (attribute) @name))) @binding.entered
(except_clause value: (as_pattern (_) @type alias: (as_pattern_target (identifier) @name))) @binding.declared
; what `isinstance` shows
(if_statement condition: (call function: (identifier) @_is
    arguments: (argument_list . (identifier) @name . [(identifier) (attribute)] @type .))
  consequence: (block) @region (#eq? @_is "isinstance")) @binding.declared
(if_statement condition: (boolean_operator left: (call function: (identifier) @_is
    arguments: (argument_list . (identifier) @name . [(identifier) (attribute)] @type .)) "and")
  consequence: (block) @region (#eq? @_is "isinstance")) @binding.declared
(elif_clause condition: (call function: (identifier) @_is
    arguments: (argument_list . (identifier) @name . [(identifier) (attribute)] @type .))
  consequence: (block) @region (#eq? @_is "isinstance")) @binding.declared
(assert_statement . (call function: (identifier) @_is
    arguments: (argument_list . (identifier) @name . [(identifier) (attribute)] @type .))
  (#eq? @_is "isinstance")) @binding.declared
