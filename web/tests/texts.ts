import { loadTexts } from '../src/i18n';
import { PARTS } from '../src/i18n/parts';

await loadTexts(Object.keys(PARTS) as (keyof typeof PARTS)[]);
