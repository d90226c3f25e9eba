import { say, t } from '../../i18n';
import { mayPassOn } from '../../event/match';
import { fullName } from '../../i18n/names';
import { chooseColour, type OnAnnouncedGame } from '../finals/matches';
import type { Act } from '../kit/act';
import type { Known } from '../kit/field';
import { own, settled } from '../kit/own';
import { NOW } from './own-now';

const opponentOf = ({ event, game, chooser }: OnAnnouncedGame): string => {
  const other = event.entrant(game.better_entrant_id === chooser.id ? game.worse_entrant_id : game.better_entrant_id);
  return other ? fullName(other) : '…';
};
const choosing = (choice: string, name: (subject: OnAnnouncedGame) => string): Act<OnAnnouncedGame> =>
  own<OnAnnouncedGame>(
    settled(chooseColour, (): Known => ({ choice })),
    { at: NOW, title: name },
  );

export const ownColours = {
  black: choosing('black', () => say('choice.black')),
  white: choosing('white', () => say('choice.white')),
  opponent: {
    ...choosing('opponent_picks_colour', (subject) => t('choice.opponent', { opponent: opponentOf(subject) })),
    blocked: ({ game, chooser }: OnAnnouncedGame): string | null => (mayPassOn(game, chooser.id) ? null : say('own.blocked.no_draw_win')),
  },
} satisfies Record<string, Act<OnAnnouncedGame>>;
