/** What is shown in English among texts of another language. */
const shown = new Set<string>();

/** A server's sentence, which is English: where it is shown it is marked as such. */
export function english(sentence: string): string {
  if (sentence !== '') shown.add(sentence);
  return sentence;
}

export interface Piece {
  text: string;
  lang?: 'en';
}

/** A text in the pieces that are of one language each. */
export function piecesOf(text: string): Piece[] {
  let pieces: Piece[] = [{ text }];
  for (const sentence of shown) {
    pieces = pieces.flatMap((piece) => (piece.lang || !piece.text.includes(sentence) ? [piece] : around(piece.text, sentence)));
  }
  return pieces;
}

function around(text: string, sentence: string): Piece[] {
  const others = text.split(sentence);
  return others.flatMap((other, place): Piece[] => [
    ...(place > 0 ? [{ text: sentence, lang: 'en' } as const] : []),
    ...(other === '' ? [] : [{ text: other }]),
  ]);
}
