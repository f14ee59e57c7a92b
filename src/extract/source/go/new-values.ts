/** Argument of `new` that reads like a type: `T)`, `*pkg.T)`, `[]T)`, `List[T])`, `map[K]V)`, `struct {`. */
const TYPE = String.raw`(?:\*|\[\w*\])*(?:[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s*\)|map\[[^\]]*\][^{}()]*\)|(?:struct|interface|func|chan)\b|<-)`;

const NEW_OF_VALUE = new RegExp(String.raw`(?<![\w.])new(?=\(\s*(?!${TYPE}))`, 'g');

/**
 * Text for a grammar to which `new` takes a type, while that of Go 1.26 also takes a value, as in `new("M10")`:
 * there `new` has another name of the same length, so that no offset changes.
 */
export const withNewOfValues = (text: string): string => text.replace(NEW_OF_VALUE, 'neW');
