; JSON, with comments. Conventions: README.md in this folder.
(comment) @comment
(array) @skip
(pair key: (string) @name) @definition.key
