import { afterAll, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../src/contract/call';
import { teamText } from '../src/event/teams';
import { speak } from '../src/i18n';

type Team = AnswerOf<'get_team_standings'>['rows'][number];

const member = (half_points: number, counts = true, left_out = false): Team['members'][number] => ({
  entrant_id: `e${half_points}`,
  half_points,
  counts,
  left_out,
});
const team = (name: string, rank: number, of: Partial<Team>): Team => ({
  team: name,
  rank,
  half_points: 36,
  members: [member(20), member(16)],
  internal_games: 2,
  explanation: 'The server says it.',
  decided_by: null,
  ...of,
});

afterAll(() => speak('en'));

describe('what placed a team', () => {
  const parted = [
    team('FRA', 1, { decided_by: 'internal_games', members: [member(20), member(11), member(5), member(2, false)] }),
    team('DNK', 2, { decided_by: 'internal_games', internal_games: 1, members: [member(20), member(16), member(9, false, true)] }),
    team('JPN', 3, { half_points: 20, members: [member(20)] }),
    team('GBR', 3, { half_points: 20, members: [member(20)] }),
  ];
  const texts = (): string[] => parted.map((one) => teamText(one, parted));
  const textsIn = async (tag: 'fr' | 'ja'): Promise<string[]> => {
    await speak(tag);
    texts();
    // Until they are here no sentence ends.
    await expect.poll(() => texts().every((text) => /[.。]$/.test(text))).toBe(true);
    await expect.poll(() => texts().join().length).toBeGreaterThan(100);
    return texts();
  };

  it('is what the server says in English', async () => {
    await speak('en');
    expect(new Set(texts())).toEqual(new Set(['The server says it.']));
  });

  it('is made of what it says by values in another language', async () => {
    expect(await textsIn('fr')).toEqual([
      '10 + 5½ + 2½ = 18, les 3 meilleurs résultats (1 hors total)\u202f; première de 2 équipes à égalité, par les parties entre ses membres (2 parties).',
      '10 + 8 = 18, sans les 4½ du joueur supplémentaire\u202f; derrière la première de 2 équipes à égalité, par les parties entre ses membres (1 partie).',
      '10 = 10\u202f; ex æquo\u00a0: Royaume-Uni.',
      '10 = 10\u202f; ex æquo\u00a0: Japon.',
    ]);
    expect((await textsIn('ja'))[2]).toBe('10 = 10。イギリスと同順位。');
  });
});
