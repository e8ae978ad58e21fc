; Makefiles: targets and variables; what is appended to is no definition. Under a mask
; (../mask/makefile.rs). Conventions: README.md in this folder.
(comment) @comment

; --- definitions
(rule (targets [(word) @name (concatenation) @name (archive) @name]
  (#not-any-of? @name ".PHONY" ".SUFFIXES" ".DEFAULT" ".PRECIOUS" ".INTERMEDIATE" ".NOTINTERMEDIATE"
    ".SECONDARY" ".SECONDEXPANSION" ".DELETE_ON_ERROR" ".IGNORE" ".LOW_RESOLUTION_TIME" ".SILENT"
    ".EXPORT_ALL_VARIABLES" ".NOTPARALLEL" ".ONESHELL" ".POSIX" ".MAKE" ".WAIT")))
  @definition.function @line
(variable_assignment !target_or_pattern name: (word) @name ["=" ":=" "::=" "?="])
  @definition.variable
(shell_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name) @definition.macro @line

; --- references
(include_directive filenames: (list (word) @name)) @reference.import
(prerequisites (word) @name) @reference.use
(variable_reference (word) @name) @reference.use
