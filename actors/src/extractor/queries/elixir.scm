; Elixir, where everything is a call. Conventions: README.md in this folder.

; --- what leads to a definition
(comment) @comment
((unary_operator operand: (call target: (identifier) @_doc (arguments (string)))) @comment
 (#any-of? @_doc "doc" "typedoc"))
((unary_operator operand: (call target: (identifier) @_doc (arguments (string) @docstring)))
 (#eq? @_doc "moduledoc"))
((unary_operator operand: (call target: (identifier) @_attribute)) @attribute
 (#any-of? @_attribute "spec" "impl" "deprecated" "since" "tag" "dialyzer"))

; --- definitions
((call target: (identifier) @_define (arguments . (alias) @path) (do_block) @body) @definition.module
 (#eq? @_define "defmodule"))
((call target: (identifier) @_define (arguments . (alias) @path (keywords))) @definition.module
 (#eq? @_define "defmodule"))
((call target: (identifier) @_define (arguments . (alias) @path) (do_block) @body) @definition.interface
 (#eq? @_define "defprotocol"))
((call target: (identifier) @_define (arguments . (alias) @name) (do_block)) @scope
 (#eq? @_define "defimpl"))
((call target: (identifier) @_define
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name "when")
    (binary_operator left: (call target: (identifier) @name) "when")
    (binary_operator left: (binary_operator left: (call target: (identifier) @name) "when") "when")])
  (do_block)? @body) @definition.function
 (#any-of? @_define "def" "defp" "defdelegate" "defn" "defnp") (#not-any-of? @name "unquote"))
((call target: (identifier) @_define
  (arguments . [(binary_operator operator: _ @name) (unary_operator operator: _ @name)])
  (do_block)? @body) @definition.function
 (#any-of? @_define "def" "defp") (#not-any-of? @name "when" "@" "&"))
((call target: (identifier) @_define
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name) "when")])
  (do_block)? @body) @definition.macro
 (#any-of? @_define "defmacro" "defmacrop" "defguard" "defguardp") (#not-any-of? @name "unquote"))
((call target: (identifier) @_define
  (arguments . [(binary_operator operator: _ @name) (unary_operator operator: _ @name)])
  (do_block)? @body) @definition.macro
 (#any-of? @_define "defmacro" "defmacrop") (#not-any-of? @name "when" "@" "&"))
; The fields of a struct, with and without a default.
((call target: (identifier) @_struct (arguments . (list (atom) @name @definition.field)))
 (#any-of? @_struct "defstruct" "defexception"))
((call target: (identifier) @_struct (arguments . (list (keywords (pair key: (keyword) @name) @definition.field))))
 (#any-of? @_struct "defstruct" "defexception"))
((call target: (identifier) @_struct (arguments . (keywords (pair key: (keyword) @name) @definition.field)))
 (#any-of? @_struct "defstruct" "defexception"))
((call target: (identifier) @_define (arguments . (string (quoted_content) @name)) (do_block) @body) @definition.test
 (#any-of? @_define "test" "property"))
((unary_operator operand: (call target: (identifier) @_type
  (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))) @definition.type
 (#any-of? @_type "type" "typep" "opaque"))
((unary_operator operand: (call target: (identifier) @_type
  (arguments (binary_operator left: [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)])])))) @definition.function
 (#eq? @_type "callback"))
((unary_operator operand: (call target: (identifier) @_type
  (arguments (binary_operator left: [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)])])))) @definition.macro
 (#eq? @_type "macrocallback"))
((unary_operator operand: (call target: (identifier) @name (arguments))) @definition.constant @once
 (#not-any-of? @name "doc" "moduledoc" "typedoc" "spec" "impl" "behaviour" "type" "typep" "opaque"
  "callback" "macrocallback" "deprecated" "since" "tag" "moduletag" "describetag" "dialyzer"
  "derive" "compile" "optional_callbacks" "external_resource" "before_compile" "after_compile"
  "on_definition" "enforce_keys" "after_verify" "on_load" "vsn" "file" "nifs" "shortdoc"
  "fallback_to_any"))
((unary_operator operand: (call target: (identifier) @_type)) @skip
 (#any-of? @_type "doc" "moduledoc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback"))

; --- code that is run
(anonymous_function) @local

; --- imports
((call target: (identifier) @_import (arguments . (alias) @path
  (keywords (pair key: (keyword) @_as value: (alias) @alias)))) @reference.import
 (#any-of? @_import "alias" "require") (#any-of? @_as "as: " "as:"))
((call target: (identifier) @_import (arguments . (dot left: (_) @qualifier right: (tuple)))) @prefix
 (#any-of? @_import "alias" "import" "require" "use"))
((call target: (identifier) @_import (arguments . (dot right: (tuple (alias) @path @reference.import))))
 (#any-of? @_import "alias" "import" "require" "use"))
((call target: (identifier) @_import (arguments . (dot left: (identifier) @qualifier right: (alias) @name)))
 @reference.import (#any-of? @_import "alias" "import" "require" "use"))
((call target: (identifier) @_import (arguments . (alias) @path)) @reference.import
 (#any-of? @_import "alias" "import" "require" "use"))

; --- supertypes
((unary_operator operand: (call target: (identifier) @_kind (arguments (alias) @path))) @reference.inherit
 (#eq? @_kind "behaviour"))
((call target: (identifier) @_define (arguments . (alias) @path)) @reference.inherit
 (#eq? @_define "defimpl"))

; --- calls
(call target: (dot left: (_) @qualifier right: (identifier) @name)) @reference.call
((call target: (identifier) @name) @reference.call
 (#not-any-of? @name "def" "defp" "defmodule" "defprotocol" "defimpl" "defmacro" "defmacrop" "defguard"
  "defguardp" "defstruct" "defexception" "defdelegate" "defoverridable" "alias" "import" "require" "use" "if" "unless"
  "behaviour" "impl" "derive" "external_resource" "enforce_keys" "optional_callbacks" "deprecated"
  "since" "tag" "moduletag" "describetag" "fallback_to_any" "compile" "dialyzer" "before_compile"
  "after_compile" "on_definition" "on_load" "vsn" "shortdoc" "case" "cond" "with" "for" "receive" "try" "quote" "unquote" "raise" "test" "describe" "property"))

; --- uses
(alias) @path @reference.use
