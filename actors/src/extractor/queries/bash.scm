; Bash and its relatives. Conventions: README.md in this folder.

(comment) @comment

; --- definitions
(function_definition name: (word) @name) @definition.function
(declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant
((declaration_command (word) @_flag (variable_assignment name: (variable_name) @name)) @definition.constant
 (#any-of? @_flag "-r" "-rx" "-xr" "-gr" "-rg" "-ir" "-ri" "-ar" "-ra" "-Ar" "-rA"))
(declaration_command ["declare" "typeset"] . (variable_name) @name) @definition.variable @once
((declaration_command ["declare" "typeset"] . (word) @_flag (variable_name) @name) @definition.variable @once
 (#not-any-of? @_flag "-f" "-F" "-p" "-fx" "-xf"))
(variable_assignment name: (variable_name) @name "=") @definition.variable @once

; --- code that is run
(command) @local
(command_substitution) @local
(subshell) @local

; --- imports
((command name: (command_name (word) @_load) . argument: (_) @name) @reference.import
 (#any-of? @_load "source" "."))

; --- calls
((command name: (command_name (word) @name)) @reference.call
 (#not-any-of? @name "source" "." "echo" "printf" "cd" "exit" "return" "set" "shift" "read" "test" "["
  "true" "false" ":" "eval" "exec" "trap" "unset" "wait" "break" "continue" "local" "export"))
