import type { Tournament } from '../../../contract/types';
import { formatHalves } from '../../../i18n/numbers';
import { t, textOf } from '../../../i18n';

/** What of a rule set the pairing board tells in words. */
interface PairingRules {
  first_round?: string;
  start?:
    | { kind: 'none' }
    | { kind: 'mc_mahon'; bands: { from_rating: number; half_points: number }[]; bar: number | null }
    | { kind: 'accelerated'; groups: number; step_half_points: number; rounds: number };
}

function rulesOf(tournament: Pick<Tournament, 'rule_set_json'>): PairingRules {
  try {
    return (JSON.parse(tournament.rule_set_json) as { pairing?: PairingRules }).pairing ?? {};
  } catch {
    // Without them the board says less.
    return {};
  }
}

/** What the rules say of this round’s pairing beside the levels, in sentences. */
export function specialities(tournament: Pick<Tournament, 'rule_set_json'>, round: number): string[] {
  const { first_round: first = 'random', start } = rulesOf(tournament);
  const said: string[] = [];
  if (round === 1) said.push(textOf(`pairing.first.${first}`) ?? '');
  if (start?.kind === 'accelerated') {
    const step = formatHalves(start.step_half_points);
    const key = round <= start.rounds ? 'pairing.accelerated' : 'pairing.accelerated.over';
    said.push(t(key, { rounds: start.rounds, groups: start.groups, step }));
  }
  if (start?.kind === 'mc_mahon') {
    const bands = start.bands.map((band) =>
      t('pairing.mc_mahon.band', { rating: String(band.from_rating), points: formatHalves(band.half_points) }),
    );
    said.push(t('pairing.mc_mahon', { bands: bands.join('; ') }));
    if (start.bar !== null) said.push(t('pairing.mc_mahon.bar', { rating: String(start.bar) }));
  }
  return said.filter(Boolean);
}
