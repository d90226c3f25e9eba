import type { AnswerOf } from '../contract/call';
import type { Evidence, FormatRow, RuleCheck } from '../contract/types';
import { sentences, type Parameters } from '../i18n';
import { formatDuration, formatHalves } from '../i18n/numbers';
import { told } from '../i18n/sentences.svelte';
import type { LiveNotice } from '../live/frames';
import { matchTitle } from './match';

type Sentence = FormatRow['sentences'][number];
type Alert = Extract<LiveNotice, { kind: 'alert' }>;
type Finals = AnswerOf<'get_finals'>;
type Verdict = NonNullable<Evidence['seats'][number]['verdict']>;

/** A format, or the stages of an event, sentence by sentence. */
export const sentencesText = (all: readonly Sentence[]): string => sentences(all.map(formatSentence));
export const formatRowText = (row: FormatRow): string => sentencesText(row.sentences);
export const stagesText = (checked: RuleCheck): string => sentencesText(checked.stage_sentences);

function formatSentence({ code, text, parameters }: Sentence): string {
  const say = (key: string, values: Parameters = {}): string => told(`format.${key}`, text, values);
  const part = (key: string, values: Parameters = {}): string => told(`format.${key}`, '', values);
  const numberOf = (name: string): number | null => (typeof parameters[name] === 'number' ? parameters[name] : null);
  const games = (name: string): string => {
    const count = numberOf(name) ?? 0;
    return count === 3 ? part('best_of_three') : part('games', { count });
  };
  switch (code) {
    case 'round_robin': {
      const cycles = numberOf('cycles') ?? 1;
      const name = cycles > 3 ? part('cycles', { cycles }) : part(`cycles.${cycles}`);
      const count = numberOf('rounds');
      return count === null ? say('whole', { name }) : say('rounds', { name, count });
    }
    case 'swiss': {
      const name = part(parameters['modified'] === true ? 'swiss.modified' : 'swiss');
      return say(parameters['continues'] === true ? 'continues' : 'rounds', { name, count: numberOf('rounds') ?? 0 });
    }
    case 'round_robin_or_swiss':
      return say(code, { count: numberOf('rounds') ?? 0 });
    case 'semi_finals': {
      const count = numberOf('side_rounds');
      return count === null ? say(code, { games: games('games') }) : say('semi_finals.beside', { games: games('games'), count });
    }
    case 'final':
      return numberOf('third_place_games') === null
        ? say(code, { games: games('games') })
        : say('final.third', { games: games('games'), third: games('third_place_games') });
    case 'womens_final':
      return say(code, { games: games('games') });
    default:
      return say(code);
  }
}

/** What the officials of an event are alerted to. */
export function alertText({ code, text, parameters }: Alert): string {
  const count = Number(parameters['boards_hit'] ?? parameters['boards']);
  const kind = code === 'server_fault' && 'gateway_id' in parameters ? 'server_fault.gateway' : code;
  const time = formatDuration(Number(parameters['outage_ms']));
  return told(`alert.${kind}`, text, { ...parameters, count, time });
}

/** Whether the server was at fault, and what its records cannot show. */
export function whyText({ code, why, parameters }: Verdict): string {
  const time = formatDuration(Number(parameters['ms']));
  const all = Number(parameters['others_dropped']) + Number(parameters['others_open']);
  return told(`verdict.${code}`, why, { ...(parameters as Parameters), time, all });
}
export const cannotKnowText = ({ cannot_know, cannot_know_code: code }: Verdict): string => told(`verdict.gap.${code}`, cannot_know);

/** What the rules made of the list of the finals by themselves. */
export function remarkText({ code, detail, parameters }: Finals['remarks'][number], nameOf: (id: string) => string): string {
  const few = code === 'few_left' ? `few_left.${Number(parameters['players'])}` : code;
  const { entrant_id: entrant, match_id: match } = parameters;
  return told(`finals.${few}`, detail, {
    ...(typeof entrant === 'string' && { name: nameOf(entrant) }),
    ...(typeof match === 'string' && { match: matchTitle(match) }),
  });
}

/** How a match was decided, with its players by their names. */
export function decisionText(match: Finals['matches'][number], nameOf: (id: string) => string): string {
  const { better_entrant_id: better, worse_entrant_id: worse, winner_entrant_id: winner, decided_by: by } = match;
  const sentence = [better, worse].reduce((text, id) => text.replaceAll(id, () => nameOf(id)), match.decision);
  const of = [
    { id: better, points: match.better_half_points, discs: match.better_discs },
    { id: worse, points: match.worse_half_points, discs: match.worse_discs },
  ];
  const [won, lost] = winner === worse ? [of[1], of[0]] : [of[0], of[1]];
  if (by === null || !won || !lost) return sentence;
  return told(`match.${by}`, sentence, {
    winner: nameOf(won.id),
    loser: nameOf(lost.id),
    match: matchTitle(match.match_id),
    score: `${formatHalves(won.points)}–${formatHalves(lost.points)}`,
    discs: won.discs,
    other_discs: lost.discs,
  });
}
