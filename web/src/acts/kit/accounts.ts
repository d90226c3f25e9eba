import { say, type PlainKey } from '../../i18n';
import type { Lazy } from '../../ui/lazy';
import { numbersIn } from './account-numbers';
import { empty, taken, type Field, type Read } from './field';

// Most forms name nobody by an account: the control is fetched by those that do.
const ONE: Lazy = { load: () => import('./AccountField.svelte'), texts: ['acts_accounts'] };
const SEVERAL: Lazy = { load: () => import('./AccountsField.svelte'), texts: ['acts_accounts'] };

/** Somebody by his account: found by his name or login, or named by the account's number. */
export const account = <S>(label: PlainKey): Field<string, S> => ({
  label: () => say(label),
  control: { kind: 'fetched', part: ONE },
  initial: () => '',
  read: (raw) => {
    const [one, ...more] = read(raw);
    return one === undefined || more.length > 0 ? empty : taken(one);
  },
});

/** The same of several. */
export const accounts = <S>(label: PlainKey): Field<string[], S> => ({
  label: () => say(label),
  control: { kind: 'fetched', part: SEVERAL },
  initial: () => '',
  read: (raw): Read<string[]> => {
    const found = read(raw);
    return found.length === 0 ? empty : taken(found);
  },
});

const read = (raw: unknown): string[] => numbersIn(typeof raw === 'string' ? raw : '');
