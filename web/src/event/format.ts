import type { FormatRow, RuleCheck, Tournament } from '../contract/types';
import { sentences, t, type Parameters } from '../i18n';
import { language } from '../i18n/language';
import { refusal, told } from '../i18n/server-words';

type Sentence = FormatRow['sentences'][number];

/** The plan in words; before anything can be planned, what it waits for. */
export function formatText({ format, stage_sentences, entrants_needed, format_refusal }: Tournament): string {
  if (format !== null) return language === 'en' ? format : sentencesText(stage_sentences);
  return entrants_needed === null ? (format_refusal ? refusal(format_refusal) : '') : t('event.format.waits', { count: entrants_needed });
}

const sentencesText = (all: readonly Sentence[]): string => sentences(all.map(formatSentence));
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
