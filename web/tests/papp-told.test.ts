import { afterAll, describe, expect, it } from 'vitest';
import { speak } from '../src/i18n';
import { foundText } from '../src/i18n/server-words';
import { findingText, untoldText } from '../src/pages/desk/pairing/papp-told';

const finding = (code: string, parameters: Parameters<typeof findingText>[0]['parameters']): string =>
  findingText({ code, what: 'The server says it.', round: 4, numbers: [], parameters });
const untold = (code: string, parameters: Parameters<typeof untoldText>[0]['parameters']): string =>
  untoldText({ code, text: 'The server says it.', parameters });

afterAll(() => speak('en'));

describe('what PAPP and the event differ in', () => {
  const all = (): string[] => [
    finding('no_result', { round: 4, pair: 'ARDENT, Anna (50001) – BOOLE, Bo (40)' }),
    finding('bye_differs', { round: 4, here: [], there: ['ARDENT, Anna (50001)'] }),
    finding('several_byes', { round: 2, players: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] }),
    untold('stands_as_gone', { player: 'ARDENT, Anna', number: 50001 }),
    untold('games_of_finals', { games: 1 }),
  ];

  it('is what the server says in English', async () => {
    await speak('en');
    expect(new Set(all())).toEqual(new Set(['The server says it.']));
  });

  it('is said of its values in another language, numbers of players as they are', async () => {
    await speak('fr');
    all();
    await expect.poll(() => all()[0]).not.toBe('The server says it.');
    expect(all()).toEqual([
      'La ronde 4 est finie dans PAPP sans résultat de ARDENT, Anna (50001) – BOOLE, Bo (40)\u00a0: saisissez-le dans PAPP ou ici.',
      'Ronde 4\u00a0: l’exempt est personne ici et ARDENT, Anna (50001) dans PAPP.',
      'Ronde 2\u00a0: A, B, C, D, E, F et 2 autres sont là dans PAPP sans adversaire\u202f; ici, un seul est exempt et les autres sont absents.',
      'ARDENT, Anna ne joue pas la ronde commencée et y figure comme parti\u202f; dans PAPP, «\u00a0+ 50001\u00a0» fait revenir le joueur pour la suivante.',
      '1 partie de phase finale et de barrage n’a pas de place dans le fichier de travail\u202f; PAPP la demande quand il écrit son fichier de classement.',
    ]);
  });

  it('is a mistake in a file by its kind, and in the server’s sentence, which knows the place', async () => {
    await speak('ja');
    const file = { file: 'papp-internal-workfile.txt', line: 12 };
    finding('no_score', file);
    await expect.poll(() => finding('no_score', file)).toBe('スコアがありません。The server says it.');
    expect(foundText({ code: 'of_a_later_release', what: 'It is so.' })).toBe('It is so.');
  });
});
