import { language, type Language } from './language';

interface Named {
  surname: string;
  given_names: string;
}

/** A series as people write it: `grand-prix-2027` is `Grand prix 2027`. */
export function seriesName(series: string): string {
  const words = series.replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const people = new Map<string, Named>();

/** Keeps what people are called by their ids: sentences of a server name them so. */
export function know(named: readonly (Named & { id: string })[]): void {
  for (const person of named) people.set(person.id, person);
}

export const personOf = (id: string): Named | undefined => people.get(id);

/** Where a name begins with the surname. */
const SURNAME_FIRST: readonly Language[] = ['ja'];

/** A person's name in the order of the language. */
export function fullName({ surname, given_names }: Named): string {
  return (SURNAME_FIRST.includes(language) ? `${surname} ${given_names}` : `${given_names} ${surname}`).trim();
}
