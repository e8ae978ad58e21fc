; TOML. Conventions: README.md in this folder.
(comment) @comment
(array) @local
(table . [(bare_key) @name (quoted_key) @name (dotted_key) @path]) @definition.table
(table_array_element . [(bare_key) @name (quoted_key) @name (dotted_key) @path]) @definition.table
(pair . [(bare_key) @name (quoted_key) @name (dotted_key) @path]) @definition.key
