; JSON, with comments. Conventions: README.md in this folder.
(comment) @comment
(array) @skip
(pair key: (string (string_content) @name)) @definition.key
