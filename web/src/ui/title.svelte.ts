import { t } from '../i18n';

/** The title of the tab: the page's own, unless the player is being called to a table. */
class Title {
  page = $state('');
  summons = $state('');

  get text(): string {
    const page = this.page ? `${this.page} – ${t('app.name')}` : t('app.name');
    return this.summons ? `● ${this.summons}` : page;
  }
}

export const title = new Title();
