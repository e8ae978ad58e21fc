; Protocol Buffers. Conventions: README.md in this folder.
(comment) @comment

; --- definitions
(package (full_ident) @name) @definition.package
(message (message_name) @name (message_body) @body) @definition.struct
(enum (enum_name) @name (enum_body) @body) @definition.enum
(enum_field . (identifier) @name) @definition.variant
(service (service_name) @name) @definition.interface @line
(rpc (rpc_name) @name) @definition.method @line
(group (message_name) @name (message_body) @body) @definition.struct
(field (type) . (identifier) @name) @definition.field
(map_field (type) . (identifier) @name) @definition.field
(oneof . (identifier) @name) @definition.field
(oneof_field (type) . (identifier) @name) @definition.field

; --- references
(import path: (string) @name) @reference.import
(extend (full_ident) @path) @reference.inherit
(message_or_enum_type) @path @reference.use
