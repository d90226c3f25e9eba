import type { Act } from './act';
import { listText, sentences, t } from '../../i18n';
import { readAll, type Known, type Raw, type ReadField } from './field';

/** What is filled in of an act's form, and what it amounts to. */
export class Form<S> {
  readonly #act: Act<S>;
  readonly #subject: () => S;
  raw = $state<Record<string, Raw>>({});
  /** The fields that somebody has left: what is wrong with them is said. */
  left = $state<Record<string, boolean>>({});

  readonly #given: Readonly<Record<string, Raw>>;

  /** `given` is what stands in fields at first that are filled in before somebody looks. */
  constructor(act: Act<S>, subject: () => S, given: Readonly<Record<string, Raw>> = {}) {
    this.#act = act;
    this.#subject = subject;
    this.#given = given;
    this.clear();
  }

  clear(): void {
    const subject = this.#subject();
    const initial = Object.entries(this.#act.fields).map(([name, field]) => [name, this.#given[name] ?? field.initial(subject)]);
    this.raw = Object.fromEntries(initial) as Record<string, Raw>;
    this.left = {};
  }

  /** Says of every field what is wrong with it, as if somebody had left each. */
  leaveAll(): void {
    this.left = Object.fromEntries(this.fields.map(({ name }) => [name, true]));
  }

  /** What is understood so far, and which fields are asked for; read from the first to the last. */
  readonly #read = $derived.by(() => readAll(this.#act.fields, this.raw, this.#subject()));

  get fields(): ReadField<S>[] {
    return this.#read.fields;
  }

  get known(): Known {
    return this.#read.known;
  }

  /** The labels of what is not filled in, or not rightly. */
  get missing(): string[] {
    return this.fields.filter(({ missing }) => missing).map(({ field }) => field.label());
  }

  /** What its fields lack, in words: what is not filled in, and what cannot be read. */
  get lacks(): string {
    const said = (key: 'act.incomplete' | 'act.unreadable', unread: boolean): string => {
      const found = this.fields.filter(({ missing, why }) => missing && (why !== null) === unread);
      return found.length > 0 ? t(key, { fields: listText(found.map(({ field }) => field.label())) }) : '';
    };
    return sentences([said('act.incomplete', false), said('act.unreadable', true)]);
  }

  /** Why what is filled in cannot be done, once every field is there. */
  get unfit(): string | null {
    return this.missing.length === 0 ? this.#act.unfit(this.known, this.#subject()) : null;
  }

  /** The act in words: what it does once every field is there. */
  get name(): string {
    const subject = this.#subject();
    return this.missing.length === 0 ? this.#act.name(this.known, subject) : this.#act.title(subject);
  }
}
