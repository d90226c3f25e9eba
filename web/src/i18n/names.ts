interface Named {
  surname: string;
  given_names: string;
}

/** A series as people write it: `grand-prix-2027` is `Grand prix 2027`. */
export function seriesName(series: string): string {
  const words = series.replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function fullName(person: Named): string {
  return `${person.given_names} ${person.surname}`.trim();
}
