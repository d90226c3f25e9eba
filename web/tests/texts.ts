import { loadTexts, speak, type Part } from '../src/i18n';
import { parts } from '../src/i18n/en';

await speak('en');
await loadTexts(Object.keys(parts) as Part[]);
