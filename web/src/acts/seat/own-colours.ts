import { say, t } from '../../i18n';
import { mayPassOn } from '../../event/match';
import { opponentIn } from '../../event/own-seat-words';
import { chooseColour, type OnAnnouncedGame } from '../finals/matches';
import type { Act } from '../kit/act';
import type { Known } from '../kit/field';
import { own, settled } from '../kit/own';
import { NOW } from './own-now';

const choosing = (choice: string, name: (subject: OnAnnouncedGame) => string): Act<OnAnnouncedGame> =>
  own<OnAnnouncedGame>(
    settled(chooseColour, (): Known => ({ choice })),
    { at: NOW, title: name },
  );

export const ownColours = {
  black: choosing('black', () => say('choice.black')),
  white: choosing('white', () => say('choice.white')),
  opponent: {
    ...choosing('opponent_picks_colour', ({ event, game, chooser }) =>
      t('choice.opponent', { opponent: opponentIn(event, game, chooser.id) }),
    ),
    blocked: ({ game, chooser }: OnAnnouncedGame): string | null => (mayPassOn(game, chooser.id) ? null : say('own.blocked.no_draw_win')),
  },
} satisfies Record<string, Act<OnAnnouncedGame>>;
