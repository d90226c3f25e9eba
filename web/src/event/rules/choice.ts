import { call } from '../../contract/call';
import type { RulesChoice } from '../../contract/types';
import type { RuleDocument } from './document';

/** Rules that somebody chose to begin with, and what became of them. */
export interface Chosen {
  document: RuleDocument;
  /** The preset or the saved rule set whose rules these are, as long as nobody has changed them. */
  preset: string | null;
  saved: { id: string; version: number } | null;
}

/** The preset of that name, whole. */
export async function fromPreset(preset: string): Promise<Chosen> {
  const { rule_set_document: document } = await call('get_rule_set', { path: { name: preset } });
  return { document: document as RuleDocument, preset, saved: null };
}

/** A saved rule set, in its latest version or another one. */
export async function fromSaved(id: string, version?: number): Promise<Chosen> {
  const found = await call('get_saved_rule_set', { path: { rule_set_id: id }, query: version === undefined ? {} : { version } });
  return { document: found.rule_set_document as RuleDocument, preset: null, saved: { id, version: found.version.version } };
}

/** The same rules changed: they are a document of their own from then on. */
export const changed = (document: RuleDocument): Chosen => ({ document, preset: null, saved: null });

/** Where chosen rules stand, for operations that copy or compare them. */
export function choiceOf({ document, preset, saved }: Chosen): RulesChoice {
  if (saved) return { rule_set_id: saved.id, version: saved.version };
  return preset === null ? { rule_set_document: document } : { preset };
}
