import { accountNames } from '../contract/account-names.svelte';
import type {
  Appeal,
  DescriptionChange,
  Dispute,
  NotedInterest,
  Protest,
  Report,
  PenaltyRuling,
  Rulings,
  Table,
  Ruling,
  Tournament,
} from '../contract/types';
import { listText, quotes, sentences, t, textOf } from '../i18n';
import { fullName } from '../i18n/names';
import { formatMoment } from '../i18n/numbers';
import { earlyEndText } from './ended';
import { deedText } from './interest';
import { appealState, decidedText, decisionBy, effectText } from './decisions';
import { ruledText } from './life';
import { penaltyText } from './penalty-text';

/** The kinds of entries in the log of rulings. */
export const LOG_KINDS = ['penalty', 'dispute', 'protest', 'appeal', 'report', 'table', 'interest', 'end', 'text'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** One thing that was ruled, asked for or done. */
export interface LogEntry {
  key: string;
  kind: LogKind;
  atMs: number;
  /** The entrants whom it is about. */
  entrants: string[];
  whom: string;
  what: string;
  paragraph: string;
  reason: string;
  /** Who ruled, or asked for it; empty where the contract does not tell. */
  who: string;
  /** Who decided it, reviewed it or hears it, and when; empty where nobody does. */
  decided: string;
  state: string;
  /** What the decision does, in a sentence. */
  effect: string;
  /** The entry that took the place of what was appealed. */
  instead: string | null;
  round: number | null;
  table: number | null;
  /** The game at that board, if there is one. */
  game: string | null;
}

interface Source {
  known: Rulings;
  reports: readonly Report[];
  tables: readonly Table[];
  tournament: Tournament;
}

/** Where nobody decides anything about it. */
const UNDECIDED = { decided: '', effect: '', instead: null } as const;
const penaltyKey = (id: string): string => `penalty-${id}`;

/** Everything that was ruled, the newest first. */
export function rulingLog({ known, reports, tables, tournament }: Source): LogEntry[] {
  const names = new Map(tournament.entrants.map((one) => [one.id, fullName(one)]));
  const name = (id: string | null): string => (id === null ? '' : (names.get(id) ?? '–'));
  const place = (round: number | null, table: number | null): Pick<LogEntry, 'round' | 'table' | 'game'> => ({
    round,
    table,
    game: tournament.rounds.find((one) => one.number === round)?.boards.find((one) => one.table === table)?.game_id ?? null,
  });
  const appealed = (state: string, found: Appeal | undefined): string =>
    found ? `${state}. ${t('log.appealed', { state: appealState(found) })}` : state;

  const penalty = (one: PenaltyRuling): LogEntry => ({
    ...place(one.penalty.round, one.penalty.table),
    ...UNDECIDED,
    key: penaltyKey(one.id),
    kind: 'penalty',
    atMs: one.at_ms,
    entrants: one.entrant_id === null ? [] : [one.entrant_id],
    whom: one.entrant_id === null ? accountNames.of(one.spectator_account_id ?? '') : name(one.entrant_id),
    what: penaltyText(one.penalty, tournament),
    paragraph: one.paragraph,
    reason: one.reason,
    who: accountNames.of(one.by_account_id),
    decided: one.reviewed_by_account_id === null ? '' : t('rulings.reviewed.by', { name: accountNames.of(one.reviewed_by_account_id) }),
    state: appealed(
      textOf(`log.state.${one.status}`) ?? one.status,
      known.appeals.find((appeal) => appeal.ruling_id === one.id),
    ),
  });
  const protest = (one: Protest): LogEntry => ({
    ...place(one.round, one.table),
    ...UNDECIDED,
    key: `protest-${one.id}`,
    kind: 'protest',
    atMs: one.at_ms,
    entrants: [one.entrant_id, one.against_entrant_id ?? ''].filter(Boolean),
    whom: name(one.entrant_id),
    what: one.against_entrant_id === null ? t('log.what.protest') : t('log.what.protest.against', { other: name(one.against_entrant_id) }),
    paragraph: '',
    reason: quotes([one.reason, one.decision]),
    who: '',
    decided: decisionBy(one),
    state: appealed(
      t(`log.state.${!one.decided ? 'open' : one.upheld ? 'upheld' : 'dismissed'}`),
      known.appeals.find((appeal) => appeal.protest_id === one.id),
    ),
  });
  const appeal = (one: Appeal): LogEntry => {
    const ruling = known.rulings.find((other) => other.id === one.ruling_id);
    const about = ruling?.penalty ?? known.protests.find((other) => other.id === one.protest_id);
    const what = ruling ? penaltyText(ruling.penalty, tournament) : t(one.protest_id === null ? 'appeal.of.ruling' : 'appeal.of.protest');
    return {
      ...place(about?.round ?? null, about?.table ?? null),
      key: `appeal-${one.id}`,
      kind: 'appeal',
      atMs: one.at_ms,
      entrants: one.entrant_id === null ? [] : [one.entrant_id],
      whom: name(one.entrant_id),
      what: t('log.what.appeal', { what }),
      paragraph: '',
      reason: quotes([one.reason, one.decision]),
      who: '',
      decided:
        decisionBy(one) || (one.chair_account_id === null ? '' : t('rulings.heard.by', { name: accountNames.of(one.chair_account_id) })),
      state: appealState(one),
      effect: effectText(one, known, tournament),
      instead: one.replacement_ruling_id === null ? null : penaltyKey(one.replacement_ruling_id),
    };
  };
  const playersAt = (round: number | null, table: number | null): string[] => {
    const board = tournament.rounds.find((one) => one.number === round)?.boards.find((one) => one.table === table);
    return board ? [board.black_entrant_id, board.white_entrant_id] : [];
  };
  const both = (round: number | null, table: number | null): string => playersAt(round, table).map(name).join(' – ');
  const report = (one: Report): LogEntry => ({
    ...place(one.round, one.table),
    ...UNDECIDED,
    key: `report-${one.id}`,
    kind: 'report',
    atMs: one.at_ms,
    entrants: playersAt(one.round, one.table),
    whom: both(one.round, one.table),
    what: one.claim === null ? t('log.what.report') : (textOf(`report.claim.${one.claim}`) ?? one.claim),
    paragraph: '',
    reason: quotes([one.text, one.reason]),
    who: accountNames.of(one.by_account_id),
    decided: answerBy(one),
    state: textOf(`log.state.${one.outcome ?? 'open'}`) ?? '',
  });
  const dispute = (one: Dispute): LogEntry => ({
    ...place(one.round, one.table),
    ...UNDECIDED,
    key: `dispute-${one.round}-${one.table}-${one.at_ms}`,
    kind: 'dispute',
    atMs: one.at_ms,
    entrants: playersAt(one.round, one.table),
    whom: name(one.entrant_id),
    what: t('log.what.dispute'),
    paragraph: '',
    reason: quotes([one.reason, one.decision]),
    who: '',
    decided: one.decided ? decidedText(one.decided_by_account_id, one.decided_at_ms) : '',
    state: textOf(`log.state.${one.decided ? one.outcome : 'open'}`) ?? t('log.state.decided'),
  });
  /** What settled a dispute at the table stands with the dispute. */
  const isToldThere = (table: Table, { act }: Ruling): boolean =>
    act === 'settle_dispute' && known.disputes.some((one) => one.decided && one.round === table.round && one.table === table.table);
  const atTable =
    (table: Table) =>
    (one: Ruling): LogEntry => ({
      ...place(table.round, table.table),
      ...UNDECIDED,
      key: `table-${table.game_id}-${one.seq}`,
      kind: 'table',
      atMs: one.at_ms,
      entrants: [table.black_entrant_id, table.white_entrant_id],
      whom: both(table.round, table.table),
      what: ruledText(one),
      paragraph: one.paragraph ?? '',
      reason: one.reason ?? '',
      who: one.official_account_id === null ? '' : accountNames.of(one.official_account_id),
      state: t('log.state.done'),
    });
  const interest = (one: NotedInterest): LogEntry => ({
    ...place(one.round, one.table),
    ...UNDECIDED,
    key: `interest-${one.seq}-${one.act}`,
    kind: 'interest',
    atMs: one.at_ms,
    entrants: one.entrant_id === null ? playersAt(one.round, one.table) : [one.entrant_id],
    whom: one.entrant_id === null ? both(one.round, one.table) : name(one.entrant_id),
    what: t('log.what.interest', { act: deedText(one.act), interest: textOf(`log.interest.${one.interest}`) ?? one.interest }),
    paragraph: '',
    reason:
      one.consented_account_ids.length === 0
        ? ''
        : t('log.interest.consented', { names: listText(one.consented_account_ids.map((account) => accountNames.of(account))) }),
    who: accountNames.of(one.by_account_id),
    state: t('log.state.done'),
  });
  const text = (one: DescriptionChange, index: number): LogEntry => ({
    ...place(null, null),
    ...UNDECIDED,
    key: `text-${index}`,
    kind: 'text',
    atMs: one.at_ms,
    entrants: [],
    whom: t('log.text.event'),
    what: t('log.text.what', { texts: listText(one.texts.map((name) => textOf(`log.text.${name}`) ?? name)) }),
    paragraph: '',
    reason: '',
    who: accountNames.of(one.by_account_id),
    state: t('log.state.done'),
  });
  const end = (one: Tournament['early_ends'][number]): LogEntry => ({
    ...place(one.unfinished_round, null),
    ...UNDECIDED,
    key: `end-${one.at_ms}`,
    kind: 'end',
    atMs: one.at_ms,
    entrants: [],
    whom: t('log.text.event'),
    what: sentences(Object.values(earlyEndText(one))),
    paragraph: one.rule ?? '',
    reason: one.reason,
    who: accountNames.of(one.account_id),
    state: t('log.state.done'),
  });
  return [
    ...known.rulings.map(penalty),
    ...known.disputes.map(dispute),
    ...known.protests.map(protest),
    ...known.appeals.map(appeal),
    ...reports.map(report),
    ...tables.flatMap((table) => table.rulings.filter((one) => !isToldThere(table, one)).map(atTable(table))),
    ...known.interests.map(interest),
    ...tournament.early_ends.map(end),
    ...tournament.description_changes.map(text),
  ].toSorted((one, other) => other.atMs - one.atMs || one.key.localeCompare(other.key));
}

function answerBy({ answered_by_account_id: by, answered_at_ms: atMs }: Report): string {
  if (by === null || atMs === null) return decidedText(by, atMs);
  return t('rulings.answered.by.at', { name: accountNames.of(by), moment: formatMoment(atMs) });
}

/** What of the log is looked for; empty is everything. */
export interface LogFilter {
  words: string;
  /** `none` for what is about no round. */
  round: string;
  entrant: string;
  kind: string;
}

/** The entries that a filter lets through. */
export function filtered(log: readonly LogEntry[], { words, round, entrant, kind }: LogFilter): LogEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return log.filter((one) => {
    if (kind !== '' && one.kind !== kind) return false;
    if (entrant !== '' && !one.entrants.includes(entrant)) return false;
    if (round !== '' && (round === 'none' ? one.round !== null : String(one.round) !== round)) return false;
    const text = [one.whom, one.what, one.paragraph, one.reason, one.who, one.decided, one.state, one.effect].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
