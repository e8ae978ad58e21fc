; HTML: elements with an id. Conventions: README.md in this folder.
(comment) @comment

; --- definitions
(element (start_tag (attribute (attribute_name) @_id [
  (quoted_attribute_value (attribute_value) @name) (attribute_value) @name]))
  (#any-of? @_id "id" "ID" "Id")) @definition.section
(element (self_closing_tag (attribute (attribute_name) @_id [
  (quoted_attribute_value (attribute_value) @name) (attribute_value) @name]))
  (#any-of? @_id "id" "ID" "Id")) @definition.section
([(script_element (start_tag (attribute (attribute_name) @_id [
    (quoted_attribute_value (attribute_value) @name) (attribute_value) @name])))
  (style_element (start_tag (attribute (attribute_name) @_id [
    (quoted_attribute_value (attribute_value) @name) (attribute_value) @name])))] @definition.section
  (#any-of? @_id "id" "ID" "Id"))

; --- references
(script_element (start_tag (attribute (attribute_name) @_name [
  (quoted_attribute_value (attribute_value) @name) (attribute_value) @name])) (#eq? @_name "src"))
  @reference.import
(element (start_tag (tag_name) @_tag (attribute (attribute_name) @_name [
  (quoted_attribute_value (attribute_value) @name) (attribute_value) @name]))
  (#eq? @_tag "link") (#eq? @_name "href")) @reference.import
(element (self_closing_tag (tag_name) @_tag (attribute (attribute_name) @_name [
  (quoted_attribute_value (attribute_value) @name) (attribute_value) @name]))
  (#eq? @_tag "link") (#eq? @_name "href")) @reference.import
(attribute (attribute_name) @_name [
  (quoted_attribute_value (attribute_value) @name) (attribute_value) @name]
  (#any-of? @_name "for" "form" "list" "headers" "aria-labelledby" "aria-describedby" "aria-controls"
    "popovertarget")) @reference.use
