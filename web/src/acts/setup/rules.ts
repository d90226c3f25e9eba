import type { NewTournament, SavedRuleSet } from '../../contract/types';
import { changed, choiceOf, type Chosen } from '../../event/rules/choice';
import { same, type Value } from '../../event/rules/document';
import { departuresText, rulesOf } from '../../event/rules/words';
import type { Problem } from '../../contract/problem';
import { t } from '../../i18n';
import { refusal } from '../../i18n/server-words';
import { actOn } from '../kit/act';
import { empty, optional, startingWith, taken } from '../kit/field';
import { lines, made, reason, text, tick } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { descriptionFields } from './description';
import RuleField from './rules/RuleField.svelte';
import { DESK } from './subjects';
import { english } from '../../i18n/server-words';

const accepts = { departure_unconfirmed: 'accept_deviations' } as const;
const asks = (refused: Problem): string => {
  const { deviations = '' } = refused.parameters;
  return departuresText(refusal(refused, { deviations: departuresText(String(deviations), (words) => english(words.trim())) }));
};
/** Documents are checked by the server, which knows them whole. */
const sent = ({ document }: Chosen): Record<string, never> => document as Record<string, never>;

const rules = made({
  label: 'rules.edit',
  by: RuleField,
  initial: ({ tournament }: OnEvent) => JSON.stringify(changed(rulesOf(tournament))),
  read: (text, { tournament }) => {
    const chosen = JSON.parse(text) as Chosen;
    const unchanged = same(chosen.document as Value, rulesOf(tournament) as Value);
    return unchanged && !chosen.saved ? empty : taken(chosen);
  },
});

export const changeRuleSet = actOn<OnEvent>()('change_rule_set', {
  place: { page: DESK, at: 'the rules' },
  title: () => t('rules.change'),
  fields: { rules },
  name: () => t('rules.change.do'),
  path: ofEvent,
  body: ({ rules }) =>
    rules.saved
      ? { saved_rule_set_id: rules.saved.id, saved_rule_set_version: rules.saved.version }
      : { rule_set_document: rules.document },
  accepts,
  asks,
  done: () => t('rules.change.done'),
});

export const amendRules = actOn<OnEvent>()('amend_rules', {
  place: { page: DESK, at: 'the rules' },
  title: () => t('rules.amend'),
  fields: { rules, announcement: lines({ label: 'rules.amend.announcement', most: 2000, rows: 3 }), reason: reason() },
  name: (_, { tournament }) => t('rules.amend.do', { round: tournament.summary.round + 1 }),
  path: ofEvent,
  body: ({ rules, announcement, reason }) => ({ rule_set_document: sent(rules), announcement, reason }),
  accepts,
  asks,
  done: () => t('rules.amend.done'),
});

/** An event that somebody is about to create: what its form holds. */
export interface OnNewEvent {
  request: NewTournament;
}
export const createTournament = actOn<OnNewEvent>()('create_tournament', {
  deed: null,
  place: { page: '/new', at: 'the form' },
  title: () => t('create.do'),
  fields: descriptionFields<OnNewEvent>(() => null),
  path: () => ({}),
  body: (description, { request }) => ({ ...request, ...(Object.values(description).some(Boolean) && { description }) }),
  accepts,
  asks,
  done: (_, __, { request }) => t('create.done', { name: request.name }),
});

/** Rules that somebody has before them. */
export interface OnRules {
  rules: Chosen;
}
/** A saved rule set, beside the rules that somebody has before them. */
export interface OnSaved extends OnRules {
  saved: SavedRuleSet;
}
const SAVED = { page: '/new', at: 'saved rule sets' };
const note = optional(lines({ label: 'saved.note', most: 500 }));
const ofSaved = ({ saved }: OnSaved): { rule_set_id: string } => ({ rule_set_id: saved.rule_set_id });
const nameField = text<OnSaved>({ label: 'saved.name', most: 100 });

export const saveRuleSet = actOn<OnRules>()('save_rule_set', {
  deed: null,
  place: { page: '/new', at: 'the rules' },
  title: () => t('saved.save'),
  fields: { name: text({ label: 'saved.name', most: 100 }), note, shared: tick({ label: 'saved.shared' }) },
  name: ({ name }) => t('saved.save.do', { name }),
  path: () => ({}),
  body: ({ name, note, shared }, { rules }) => ({ name, rules: choiceOf(rules), note, shared }),
  done: ({ rule_set: saved }) => t('saved.save.done', { name: saved.name }),
});

export const saveRuleSetVersion = actOn<OnSaved>()('save_rule_set_version', {
  deed: null,
  place: SAVED,
  title: ({ saved }) => t('saved.version', { name: saved.name }),
  fields: { note },
  name: (_, { saved }) => t('saved.version.do', { version: saved.latest_version + 1, name: saved.name }),
  blocked: ({ saved, rules }) =>
    saved.retired
      ? t('saved.blocked.retired')
      : rules.saved?.id === saved.rule_set_id && rules.saved.version === saved.latest_version
        ? t('saved.blocked.same')
        : null,
  path: ofSaved,
  body: ({ note }, { rules }) => ({ rules: choiceOf(rules), note }),
});

export const renameRuleSet = actOn<OnSaved>()('rename_rule_set', {
  deed: null,
  place: SAVED,
  title: ({ saved }) => t('saved.rename', { name: saved.name }),
  fields: { name: startingWith(({ saved }: OnSaved) => saved.name, nameField) },
  name: ({ name }) => t('saved.rename.do', { name }),
  path: ofSaved,
  body: ({ name }) => ({ name }),
});

export const shareRuleSet = actOn<OnSaved>()('share_rule_set', {
  deed: null,
  place: SAVED,
  title: ({ saved }) => t(saved.shared ? 'saved.unshare' : 'saved.share', { name: saved.name }),
  fields: {},
  path: ofSaved,
  body: (_, { saved }) => ({ shared: !saved.shared }),
});

export const retireRuleSet = actOn<OnSaved>()('retire_rule_set', {
  deed: null,
  place: SAVED,
  title: ({ saved }) => t(saved.retired ? 'saved.unretire' : 'saved.retire', { name: saved.name }),
  fields: {},
  path: ofSaved,
  body: (_, { saved }) => ({ retired: !saved.retired }),
});
