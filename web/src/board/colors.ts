import type { Color } from '../contract/types';

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');
