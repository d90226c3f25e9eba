import { accountNames } from '../contract/account-names.svelte';
import type { components } from '../contract/schema';
import type { Entrant } from '../contract/types';
import { facts, listText, t } from '../i18n';
import { formatDay, formatMoment } from '../i18n/numbers';

type Schemas = components['schemas'];
type Facts = Schemas['EntryFact'];
type Accommodation = Pick<Schemas['Accommodation'], 'extra_ms' | 'sight_impaired' | 'assistant_account_id'>;

/** What is known of an entry, a fact at a time. */
export function entryLines(entrant: Entrant, facts: Facts | null, granted: Accommodation | null): { what: string; said: string }[] {
  const stands = facts?.representation ?? null;
  const lines = [
    numberLine(entrant),
    entrant.absent_rounds.length > 0 ? { what: t('entrants.fact.absent'), said: listText(entrant.absent_rounds.map(String)) } : null,
    stands ? { what: t('entrants.fact.stands'), said: standsText(stands) } : null,
    facts?.accepted ? { what: t('entrants.fact.accepted'), said: formatMoment(facts.accepted.at_ms) } : null,
    facts?.agreement
      ? {
          what: t('entrants.fact.agreement'),
          said: t(facts.agreement.agrees ? 'entrants.fact.agrees' : 'entrants.fact.agrees_not', { who: facts.agreement.said_by }),
        }
      : null,
    facts?.fee ? { what: t('entrants.fact.fee'), said: t(facts.fee.paid ? 'entrants.fact.paid' : 'entrants.fact.unpaid') } : null,
    granted ? { what: t('entrants.fact.accommodation'), said: grantedText(granted) } : null,
    facts?.refuses_computers
      ? {
          what: t('entrants.fact.computers'),
          said: t(facts.rather_than_bye ? 'entrants.fact.computers.rather' : 'entrants.fact.computers.none'),
        }
      : null,
    facts?.computer_parameters ? { what: t('entrants.fact.parameters'), said: facts.computer_parameters } : null,
  ];
  return lines.filter((one) => one !== null);
}

/** A new player's number is no federation's: the first free one of the country's zone was given here. */
function numberLine({ federation_number: number, new_player: isNew }: Entrant): { what: string; said: string } | null {
  if (number === 0) return null;
  return isNew
    ? { what: t('entrants.number.new'), said: t('entrants.number.new.said', { number: `${number}` }) }
    : { what: t('entrants.number'), said: `${number}` };
}

function standsText({ citizen, residences }: NonNullable<Facts['representation']>): string {
  if (citizen) return t('entrants.fact.citizen');
  const times = residences.map(
    (one) => `${formatDay(one.first_day)} – ${one.last_day === null ? t('entrants.fact.now') : formatDay(one.last_day)}`,
  );
  return t('entrants.fact.resident', { times: listText(times) });
}

function grantedText({ extra_ms: extra, sight_impaired: sight, assistant_account_id: assistant }: Accommodation): string {
  const parts = [
    extra > 0 ? t('entrants.fact.extra', { count: Math.round(extra / 60_000) }) : '',
    sight ? t('entrants.fact.sight') : '',
    assistant ? t('entrants.fact.assistant', { name: accountNames.of(assistant) }) : '',
  ];
  return facts(parts);
}
