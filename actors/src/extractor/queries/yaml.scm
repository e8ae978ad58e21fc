; YAML. Conventions: README.md in this folder.
(comment) @comment
(block_sequence) @local
(flow_sequence) @local
((block_mapping_pair key: (flow_node [(plain_scalar) (double_quote_scalar) (single_quote_scalar)] @name)) @definition.key
 (#not-eq? @name "<<"))
(flow_pair key: (flow_node [(plain_scalar) (double_quote_scalar) (single_quote_scalar)] @name)) @definition.key
