; SQL, under a mask that also cuts down what the grammar cannot read (../mask/sql.rs).
; Conventions: README.md in this folder.
(comment) @comment
(marginalia) @comment

; --- definitions
(create_table [(keyword_table) (keyword_exists)]
  . (object_reference schema: (identifier)? @within name: (identifier) @name)
  [(column_definitions) (create_query)]? @body) @definition.table
(create_view [(keyword_view) (keyword_exists)]
  . (object_reference schema: (identifier)? @within name: (identifier) @name)
  (create_query)) @definition.table @line
(create_materialized_view [(keyword_view) (keyword_exists)]
  . (object_reference schema: (identifier)? @within name: (identifier) @name)
  (create_query)) @definition.table @line
(create_index column: (identifier) @name) @definition.key @line
(create_function (keyword_function)
  . (object_reference schema: (identifier)? @within name: (identifier) @name)
  (function_body)) @definition.function @line
(create_trigger [(keyword_trigger) (keyword_exists)]
  . (object_reference name: (identifier) @name)) @definition.function @line
(create_type (keyword_type)
  . (object_reference schema: (identifier)? @within name: (identifier) @name)) @definition.type
(create_sequence [(keyword_sequence) (keyword_exists)]
  . (object_reference schema: (identifier)? @within name: (identifier) @name)) @definition.variable
(create_schema [(keyword_schema) (keyword_exists)] . (identifier) @name) @definition.namespace

; --- references. A field's table is an alias more often than not.
(field) @skip
(all_fields) @skip
(invocation (object_reference schema: (identifier)? @qualifier name: (identifier) @name))
  @reference.call
(create_trigger (keyword_execute)
  (object_reference schema: (identifier)? @qualifier name: (identifier) @name)) @reference.use
(object_reference schema: (identifier)? @qualifier name: (identifier) @name) @reference.use
