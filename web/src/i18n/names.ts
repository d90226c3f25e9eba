interface Named {
  surname: string;
  given_names: string;
}

export function fullName(person: Named): string {
  return `${person.given_names} ${person.surname}`.trim();
}
