import { mount } from 'svelte';
import App from './App.svelte';
import { keepApp } from '../browser/kept-app';
import { live } from '../live/live.svelte';
import { router } from '../browser/router.svelte';
import { isForAll } from '../browser/routes';
import { session } from '../contract/session.svelte';
import { speak } from '../i18n';
import { PAGES } from './pages';
import { wantedLanguage } from './wanted';
import '../ui/styles/base.css';

keepApp();
const language = wantedLanguage();
document.documentElement.lang = language;
// The page's code comes beside the texts; where it does not, whoever shows the page says so.
void PAGES[router.match.page].load().catch(() => undefined);
await speak(language);
const target = document.getElementById('app');
if (!target) throw new Error('The page has no #app element.');

router.start();
mount(App, { target });
if (isForAll(router.match, router.query)) {
  session.startNameless();
  live.start();
} else {
  void session.start().then(() => live.start());
}
