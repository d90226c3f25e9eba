import { fromText } from '../../contract/bytes';
import { call } from '../../contract/call';
import type { SignedTranscript, Table } from '../../contract/types';
import { t } from '../../i18n';
import { digestOf } from './contents';
import { keyId, publishedKeys } from './keys';
import { fits, wrong, type Checked, type Line, type Signer } from './lines';

/** What the page shows of a game that is checked. */
export interface ShownGame {
  gameId: string;
  /** Of the transcript, as the table says. */
  digest: string;
  plies: Pick<Table['plies'][number], 'square' | 'flip'>[];
}

/** What the server’s signature stands under. */
export const statementOf = (game: string, digest: string): string => `outflank result 1\ngame ${game}\ntranscript sha-256 ${digest}\n`;

/** Checks what the server countersigned of a game against what is shown. */
export async function checkGame(shown: ShownGame): Promise<Checked> {
  const [told, published] = await Promise.all([call('get_transcript', { path: { game_id: shown.gameId } }), publishedKeys('results')]);
  return checkTranscript(told, shown, published);
}

export async function checkTranscript(told: SignedTranscript, shown: ShownGame, published: string[] | null): Promise<Checked> {
  const digest = digestOf(new TextEncoder().encode(told.text));
  const lines: Line[] = [
    digest === told.digest && digest === shown.digest ? fits(t('checks.game.digest')) : wrong(t('checks.game.digest.other')),
    pliesIn(told.text) === pliesOf(shown) ? fits(t('checks.game.moves')) : wrong(t('checks.game.moves.other')),
  ];
  const { statement, countersignature: signature, key_id: signedBy } = told;
  if (statement === null || signature === null || signedBy === null) {
    return { lines: [...lines, wrong(t('checks.game.unsigned'))], signer: null };
  }
  const own = statement === statementOf(shown.gameId, digest);
  lines.push(own ? fits(t('checks.game.statement')) : wrong(t('checks.game.statement.other')));
  const { isSignedBy } = await import('../../browser/ed25519');
  const signedWith = (key: string): boolean => isSignedBy(fromText(key), new TextEncoder().encode(statement), fromText(signature));
  const key = published?.find((one) => keyId(one) === signedBy) ?? null;
  if (key !== null) lines.push(signedWith(key) ? fits(t('checks.game.signature')) : wrong(t('checks.game.signature.other')));
  const signer: Signer = { key, keyId: signedBy, atMs: null, published, otherAt: null, signedWith };
  return { lines, signer };
}

const pliesIn = (text: string): string => /^plies (.*)$/m.exec(text)?.[1] ?? '';
const pliesOf = ({ plies }: ShownGame): string =>
  plies.map(({ square, flip }) => (square === null ? '--' : `${square}${flip ? `x${flip}` : ''}`)).join('');
