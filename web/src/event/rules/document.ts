/** A value of a rule-set document. */
// A record that holds itself is no type.

export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
/** A rule set as the contract has it: whole, with fields that nobody here knows kept as they are. */
export type RuleDocument = Readonly<Record<string, Value>>;

const isObject = (value: Value | undefined): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path (`scoring.bye_discs`); undefined where there is none. */
export function at(document: Value | RuleDocument | undefined, path: string): Value | undefined {
  let found = document as Value | undefined;
  for (const name of path === '' ? [] : path.split('.')) {
    if (Array.isArray(found)) found = found[Number(name)];
    else if (isObject(found)) found = found[name];
    else return undefined;
  }
  return found;
}

/** The same document with another value at a path; everything else stays. */
export function withAt(document: RuleDocument, path: string, value: Value): RuleDocument {
  const [name = '', ...rest] = path.split('.');
  const inner = document[name];
  return { ...document, [name]: rest.length === 0 ? value : { ...withAt(isObject(inner) ? inner : {}, rest.join('.'), value) } };
}

export const same = (one: Value | undefined, other: Value | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The paragraph that sets a field; where only the whole has one, that of the whole. */
export function sourceOf(document: RuleDocument, path: string): string | null {
  const sources = document['sources'];
  for (let key = path; key !== ''; key = key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : '') {
    const source = isObject(sources) ? sources[key] : undefined;
    if (typeof source === 'string') return source;
  }
  return null;
}

/** What a text of JSON holds, if it is a rule set at all. */
export function documentOf(text: string): RuleDocument | null {
  try {
    const found = JSON.parse(text) as Value;
    return isObject(found) ? found : null;
  } catch {
    return null;
  }
}
