/** The number of an account, as the page of the account shows it. */
const NUMBER = /^[\w-]{22}$/;

/** The numbers of accounts in a text; none where it holds anything else. */
export function numbersIn(text: string | null | undefined): string[] {
  const parts = (text ?? '').split(/[\s,;]+/).filter(Boolean);
  return parts.every((part) => NUMBER.test(part)) ? parts : [];
}
