/* SPDX-License-Identifier: MIT */
/* cli/markdown.h -- simple Markdown as a page of text for the terminal.
 * Known are headings, paragraphs, lists with "- ", tables, `code` and *emphasis*; a paragraph that begins with the
 * word for "Ruling:" has it stand out. Every character is taken to be one column wide. */
#ifndef CLI_MARKDOWN_H
#define CLI_MARKDOWN_H

#include "record/buffer.h"

typedef struct {
    int width;         /* columns */
    bool is_styled;    /* with the terminal's bold and underline, else in plain text */
    const char *label; /* the word for "Ruling:" */
} cli_markdown_format;

/* Appends the formatted text. */
void cli_markdown_write(const cli_markdown_format *format, mur_span markdown, mur_buffer *out);

#endif
