import type { actsMatches as english } from '../en/acts-matches';
import type { Translation } from '../translation';

/** French texts of what somebody does in a match of finals. A message with forms is chosen by its `count`. */
export const actsMatches = {
  'finals.choose': '{match} : choix de couleur, {name}',
  'finals.choose.do': 'Noter pour {name} : {choice}',
  'finals.choice': 'Choix',
  'finals.choice.black': 'Noir',
  'finals.choice.white': 'Blanc',
  'finals.choice.opponent_picks_colour': 'le gain de la nulle ; l’adversaire choisit la couleur',
  'finals.playoff.agree': '{name} accepte de jouer pour la meilleure place',
  'finals.playoff.opponent': 'Contre',
  'finals.playoff.blocked': 'Personne n’est à égalité de points',
} as const satisfies Translation<typeof english>;
