; Markdown: its headings. Conventions: README.md in this folder.
(section . (atx_heading heading_content: (inline) @name)) @definition.section
(section . (setext_heading heading_content: (paragraph (inline) @name))) @definition.section
