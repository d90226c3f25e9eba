import type { AnswerOf } from '../contract/call';
import { formatHalves } from '../i18n/numbers';
import { told } from '../i18n/server-words';
import { matchTitle } from './match';

type Finals = AnswerOf<'get_finals'>;

/** What the rules made of the list of the finals by themselves. */
export function remarkText({ code, detail, parameters }: Finals['remarks'][number]): string {
  const kind = code === 'few_left' ? `few_left.${Number(parameters['players'])}` : code;
  const { match_id: match } = parameters;
  return told(`finals.${kind}`, detail, { ...parameters, ...(typeof match === 'string' && { match: matchTitle(match) }) });
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
