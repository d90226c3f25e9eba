import type { AnnouncedGame, Entrant } from '../../contract/types';
import { matchTitle } from '../../event/match';
import { t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { actOn } from '../kit/act';
import { oneOf } from '../kit/fields';
import type { OnEntrant, OnEvent } from '../kit/subjects';

/** A game of an announced round of finals, in which somebody chooses. */
export interface OnAnnouncedGame extends OnEvent {
  game: AnnouncedGame;
  chooser: Entrant;
  /** The chooser does it, not an official for them. */
  own: boolean;
}

const CHOICES = ['black', 'white', 'opponent_picks_colour'] as const;

export const chooseColour = actOn<OnAnnouncedGame>()('choose_colour', {
  deed: ({ own }) => (own ? null : 'choose_colour'),
  place: { page: '/t/:tournament/desk/finals', at: 'a match of the bracket; the player: /t/:tournament/seat' },
  title: ({ game, chooser }) => t('finals.choose', { name: fullName(chooser), match: matchTitle(game.match_id) }),
  fields: {
    choice: oneOf<OnAnnouncedGame>({
      label: 'finals.choice',
      options: ({ game }) =>
        CHOICES.filter((one) => one !== 'opponent_picks_colour' || (game.draw_win && game.choices.length === 0)).map((value) => ({
          value,
          text: t(`finals.choice.${value}`),
        })),
    }),
  },
  name: ({ choice }, { chooser }) =>
    t('finals.choose.do', { name: fullName(chooser), choice: t(`finals.choice.${choice as (typeof CHOICES)[number]}`) }),
  touches: ({ chooser }) => [chooser.id],
  path: ({ event, chooser }) => ({ tournament_id: event.id, entrant_id: chooser.id }),
  body: ({ choice }, { game }) => ({ match_id: game.match_id, choice }),
});

/** Two who are level play for the better place once both agree (AGA). */
export const agreeToPlayoff = actOn<OnEntrant>()('agree_to_playoff', {
  place: { page: '/t/:tournament/desk/finals', at: 'below the bracket; the player: /t/:tournament/seat' },
  title: ({ entrant }) => t('finals.playoff.agree', { name: fullName(entrant) }),
  fields: {
    opponent: oneOf<OnEntrant>({
      label: 'finals.playoff.opponent',
      options: ({ tournament, entrant }) =>
        tournament.entrants.filter((one) => one.id !== entrant.id).map((one) => ({ value: one.id, text: fullName(one) })),
    }),
  },
  touches: ({ entrant }) => [entrant.id],
  path: ({ event, entrant }) => ({ tournament_id: event.id, entrant_id: entrant.id }),
  body: ({ opponent }) => ({ opponent_entrant_id: opponent }),
});
