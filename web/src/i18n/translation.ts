/** A text for each kind of number that a language tells apart. */
export type Forms = { readonly other: string } & Readonly<Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>>;

/** What a language says for a part of the English texts: text for text, forms by number for forms by number. */
export type Translation<English> = { readonly [K in keyof English]: English[K] extends string ? string : Forms };

/**
 * What a language says for the refusals, by their codes. The server's sentence is English; one of a code's texts
 * stands for each set of values that its sentences have. `general` covers several sentences with the same values: the
 * server's own stands beside it.
 */
export type Refusals = Readonly<Record<string, readonly (string | { readonly general: string })[]>>;

/** What a language says for sentences of a server that are always the same, by their English: readings and duties of the rule sets. */
export type Fixed = Readonly<Record<string, string>>;

/** What a language says for other sentences that a server tells by a code: decisions of the ranking, formats, alerts, verdicts, departures. */
export type Sentences = Readonly<Record<string, string | Forms>>;
