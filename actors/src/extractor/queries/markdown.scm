; Markdown: its headings. Conventions: README.md in this folder.
(section . (atx_heading heading_content: (inline) @name)) @definition.section
; Underlined headings open no section of the grammar: they are one line and not nested.
(setext_heading heading_content: (paragraph (inline) @name)) @definition.section
