import { accountNames } from '../../contract/account-names.svelte';
import type { Field, Known, Option } from '../kit/field';
import { oneOf } from '../kit/fields';

/** Who presides: one of the members that the fields before name. */
export function memberChair<S>(
  officials: (subject: S) => Option[],
  label: 'committee.chair' | 'committee.chair.optional' = 'committee.chair',
): Field<string, S> {
  return oneOf<S>({
    label,
    options: (subject, known: Known) => {
      const members = (known['members'] as string[] | undefined) ?? [];
      const others = (known['others'] as string[] | null | undefined) ?? [];
      return [
        ...officials(subject).filter((one) => members.includes(one.value)),
        ...others.map((account) => ({ value: account, text: accountNames.of(account) })),
      ];
    },
  });
}
