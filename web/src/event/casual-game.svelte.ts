import { call } from '../contract/call';
import type { CasualGame, CasualPlayer, Entrant } from '../contract/types';
import { Looked } from '../live/looked.svelte';

/** What is known of a casual game besides its table: who plays, and their live ratings. */
export class LookedCasual extends Looked {
  game = $state.raw<CasualGame | null>(null);
  /** As it was last read while it went on, with the live ratings from before it; null where it was over already. */
  before = $state.raw<CasualGame | null>(null);
  readonly #id: string;

  constructor(id: string) {
    super();
    this.#id = id;
  }

  protected async read(): Promise<void> {
    const game = await call('get_casual_game', { path: { game_id: this.#id } });
    if (game.over_at_ms === null) this.before = game;
    this.game = game;
  }
}

/** A player of a casual game, as tables have those who sit there. */
export const seatOf = ({ account_id, display_name, live_rating }: CasualPlayer): Entrant => ({
  id: account_id,
  surname: '',
  given_names: display_name,
  country: '',
  rating: live_rating,
  federation_number: 0,
  computer: false,
  seated: true,
  withdrawn_from_round: 0,
  new_player: false,
  categories: null,
  additional: false,
  from_round: 0,
  absent_rounds: [],
  claimed: false,
  confirmed_by: null,
});
