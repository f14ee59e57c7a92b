// Patterns of the lexer; each is sticky and matches at the current position.

export const BLANK = /(?:[ \t]|\\\r?\n)*/y;
export const CONTINUED = /\\\r?\n/y;
export const COMMENT = /#[^\n]*/y;
export const REDIRECT = /\d*(?:>>|>&|<&|&>|[<>])(?:&?\d+|-)?[ \t]*/y;
export const HEREDOC = /\d*<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/y;
export const HERE_STRING = /\d*<<<[ \t]*/y;
export const NAME = /\$(?:([A-Za-z_]\w*|\d)|[@*#?$!-])/y;
export const BRACED = /\$\{[#!]?([A-Za-z_]\w*|\d+|[@*](?::\d+)?)?(\[[@*]\])?(?:(:?[-=])|(%%?\/)?(?=\}))/y;
/** Characters of a default value, up to a quote, an expansion or the closing brace. */
export const IN_DEFAULT = /[^'"\\$`}]+|'/y;
export const PLAIN = /[^\s'"\\$`;&|()<>]+/y;
export const IN_DOUBLE = /(?:[^"\\$`]|\\[\\"`])+/y;
