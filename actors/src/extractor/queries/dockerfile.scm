; Dockerfiles: stages, and names of arguments and of the environment. Conventions: README.md here.
(comment) @comment

; --- definitions
(from_instruction as: (image_alias) @name) @definition.module
(arg_instruction (arg_pair name: (_) @name)) @definition.constant
(env_instruction (env_pair name: (_) @name) @definition.constant)

; --- references
(from_instruction (image_spec name: (image_name) @name)) @reference.import
(expansion (variable) @name) @reference.use
