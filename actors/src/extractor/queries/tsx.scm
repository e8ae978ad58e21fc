; What TSX has over TypeScript. Conventions: README.md in this folder.
(jsx_opening_element name: (identifier) @name) @reference.use
(jsx_opening_element name: (member_expression object: (_) @qualifier property: (_) @name)) @reference.use
(jsx_self_closing_element name: (identifier) @name) @reference.use
(jsx_self_closing_element name: (member_expression object: (_) @qualifier property: (_) @name)) @reference.use
