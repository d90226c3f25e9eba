/** The rules, written down a second time: what a page calls legal is checked against these. */
const SIZE = 8;
const STEPS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => ({ down, right }))).filter(({ down, right }) => down || right);
const FACE = { black: '*', white: 'O' } as const;

export type Color = keyof typeof FACE;

/** One turn of a game: the position before it, whose it is, and where they place; null is a pass. */
export interface Ply {
  board: string;
  color: Color;
  square: string | null;
}

interface Playout {
  plies: Ply[];
  board: string;
}

export const START = `${'-'.repeat(27)}O*${'-'.repeat(6)}*O${'-'.repeat(27)}`;
export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');
export const count = (board: string, color: Color): number => [...board].filter((one) => one === FACE[color]).length;
export const nameOf = (place: number): string => `${'abcdefgh'.charAt(place % SIZE)}${Math.floor(place / SIZE) + 1}`;
const placeOf = (square: string): number => 'abcdefgh'.indexOf(square.charAt(0)) + (Number(square.charAt(1)) - 1) * SIZE;

/** The squares that a move flips; none: it is not legal. */
export function flips(board: string, color: Color, square: string): string[] {
  const from = placeOf(square);
  if (board[from] !== '-') return [];
  return STEPS.flatMap(({ down, right }) => {
    const line: string[] = [];
    let row = Math.floor(from / SIZE) + down;
    let file = (from % SIZE) + right;
    while (row >= 0 && row < SIZE && file >= 0 && file < SIZE) {
      const face = board[row * SIZE + file];
      if (face === FACE[color]) return line;
      if (face === '-') return [];
      line.push(nameOf(row * SIZE + file));
      row += down;
      file += right;
    }
    return [];
  });
}

export function legal(board: string, color: Color): string[] {
  return Array.from({ length: SIZE * SIZE }, (_, place) => nameOf(place)).filter((square) => flips(board, color, square).length > 0);
}

export function play(board: string, color: Color, square: string): string {
  const faces = [...board];
  for (const one of [square, ...flips(board, color, square)]) faces[placeOf(one)] = FACE[color];
  return faces.join('');
}

/** A small generator of numbers, the same each time. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function playout(seed: number): Playout {
  const next = numbers(seed);
  const plies: Ply[] = [];
  let board = START;
  let color: Color = 'black';
  while (legal(board, 'black').length + legal(board, 'white').length > 0) {
    const choices = legal(board, color);
    const square = choices[Math.floor(next() * choices.length)] ?? null;
    plies.push({ board, color, square });
    if (square) board = play(board, color, square);
    color = opposite(color);
  }
  return { plies, board };
}

/** A game that somebody won, with the discs that it counts. */
export interface WonGame extends Playout {
  winner: Color;
  discs: Record<Color, number>;
}

/** The winner and what a finished game counts: squares left empty go to the winner. */
function won({ plies, board }: Playout): WonGame {
  const [black, white] = [count(board, 'black'), count(board, 'white')];
  const winner = black > white ? 'black' : 'white';
  const empty = 64 - black - white;
  return {
    plies,
    board,
    winner,
    discs: { black: black + (winner === 'black' ? empty : 0), white: white + (winner === 'white' ? empty : 0) },
  };
}

/** A game as its moves are noted, passes as `--`. */
function noted(moves: string): WonGame {
  const plies: Ply[] = [];
  let board = START;
  let color: Color = 'black';
  for (const [word] of moves.matchAll(/../g)) {
    const square = word === '--' ? null : word;
    plies.push({ board, color, square });
    if (square) board = play(board, color, square);
    color = opposite(color);
  }
  return won({ plies, board });
}

/** The shortest game that Black wins: nine plies, and White has no disc. */
export const SHORTEST = noted('e6f4e3f6g5d6e7f5c5');

/** It begins like the shortest, for four plies, and White wins it with a disc on every square that is taken. */
export const SHORT_FROM_FOUR = noted('e6f4e3f6f5d6c4b4f3f2');

/** A short game in which Black must pass once, and White wins. */
export const SHORT_WITH_PASS = noted('c4c5d6e7d7e3d3c3f7d8c7b6b7f8a5a7--g7');

/** A whole game in which both sides must pass once at least, and that somebody wins. */
export function gameWithPasses(): WonGame {
  for (let seed = 1; ; seed += 1) {
    const game = playout(seed);
    const passes = (color: Color) => game.plies.some((ply) => ply.color === color && ply.square === null);
    if (!passes('black') || !passes('white') || count(game.board, 'black') === count(game.board, 'white')) continue;
    return won(game);
  }
}
