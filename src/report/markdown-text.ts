/** Plain text as Markdown: what would be markup, a tag or a table border is escaped. */
export const markdownText = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&');
