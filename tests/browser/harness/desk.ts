import { type Locator, type Page, expect } from '@playwright/test';
import { signedIn } from './signed-in';

/** A director who works through the pages. */
export class Desk {
  constructor(readonly page: Page) {}

  /** Makes an account: an ordinary one, or the first administrator's on the page of the printed link. */
  async createAccount(name: string, login: string, password: string, { administrator = false } = {}): Promise<void> {
    const { page } = this;
    if (!administrator) {
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'Create an account' }).click();
    }
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: administrator ? 'Make me administrator' : 'Create account' }).click();
    await page.getByText(name, { exact: true }).waitFor();
  }

  /** Signs in with an account that is there already, and goes on to a page. */
  async typeSignIn(login: string, password: string, then: string): Promise<void> {
    const { page } = this;
    await page.goto(`/sign-in?then=${then}`);
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((address) => address.pathname === then);
  }

  /** Comes to a page in a browser where this account has signed in before. */
  async signIn(login: string, password: string, then: string): Promise<void> {
    const { page } = this;
    await signedIn(page.context(), login, password);
    await page.goto(then);
  }

  /** Fills the form of a new tournament and sends it. */
  async askForTournament(name: string, country: string, minutes: number | null = null): Promise<void> {
    const { page } = this;
    await page.getByRole('link', { name: 'Create a tournament' }).click();
    await page.getByRole('heading', { name: 'Create a tournament' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Host nation').selectOption(country);
    if (minutes !== null) await page.getByLabel('Minutes for each player').fill(`${minutes}`);
    await page.getByRole('button', { name: 'Create the tournament' }).click();
  }

  async createTournament(name: string, country: string): Promise<string> {
    await this.askForTournament(name, country);
    return this.created();
  }

  /** The id of the tournament whose empty desk is shown. */
  async created(): Promise<string> {
    const { page } = this;
    await page.getByRole('heading', { name: '0 entrants' }).waitFor();
    return partOf(page, 2);
  }

  async enterByHand({ surname, givenNames, rating }: { surname: string; givenNames: string; rating: number }): Promise<void> {
    const form = this.page.getByRole('form', { name: 'Enter by hand' });
    await form.getByLabel('Given names').fill(givenNames);
    await form.getByLabel('Surname').fill(surname);
    await form.getByLabel('Rating').fill(String(rating));
    await form.getByRole('button', { name: 'Enter the player' }).click();
  }

  async importPlayers(text: string): Promise<void> {
    const file = { name: 'joueurs.txt', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') };
    await this.page.getByLabel('Import a players list').setInputFiles(file);
  }

  async enterFromList(sought: string, name: string): Promise<void> {
    const { page } = this;
    await page.getByRole('searchbox', { name: 'Find in the players list' }).fill(sought);
    await page.getByRole('button', { name: `Enter ${name}` }).click();
    await page.getByTestId('found-players').getByText('Entered').waitFor();
  }

  async seatLink(name: string): Promise<string> {
    const { page } = this;
    await page.getByRole('button', { name: `Make a seat link for ${name}` }).click();
    return page.getByLabel(`Seat link of ${name}`).inputValue();
  }

  /** Publishes a round that starts at once. */
  async publish(round: number): Promise<void> {
    const { page } = this;
    await page.getByLabel('Starts').selectOption('Now');
    await page.getByRole('button', { name: `Publish round ${round}` }).click();
    await page.getByRole('button', { name: `Finish round ${round}` }).waitFor();
  }

  /** A round with running games cannot be finished, and the desk says what is in its way. */
  async assertRunning(round: number): Promise<void> {
    const { page } = this;
    await expect(page.getByRole('button', { name: `Finish round ${round}` })).toBeDisabled();
    await page.getByRole('link', { name: '1 game running' }).waitFor();
  }

  row(table: number): Locator {
    return this.page
      .getByTestId('boards')
      .locator('tbody tr')
      .filter({ has: this.page.getByRole('button', { name: `Table ${table}`, exact: true }) });
  }

  /** Waits until the desk says this of a table. */
  async assertState(table: number, state: string): Promise<void> {
    await this.row(table).getByText(state, { exact: true }).waitFor();
  }

  /** Does an act at the table that is open in the panel, with a reason. Its paragraph stands there already. */
  async actAtTable(act: string, reason: string): Promise<void> {
    await this.page.getByTestId('table-panel').getByRole('tab', { name: 'Acts' }).click();
    const form = this.page.getByTestId('table-acts');
    await form.getByRole('radio', { name: new RegExp(`^${act}`) }).check();
    const button = form.getByRole('button', { name: act });
    await expect(button, 'an act was offered without a reason').toBeDisabled();
    await form.getByLabel('Reason, shown to both players').fill(reason);
    await button.click();
    await button.waitFor({ state: 'detached' });
  }

  /** Does an act at every open table of the round, with a reason. */
  async actAtRound(act: string, reason: string): Promise<void> {
    const acts = this.page.getByTestId('round-acts');
    const opener = acts.getByRole('button', { name: act });
    if (!(await opener.isVisible())) await acts.getByText('More for the whole round').click();
    await opener.click();
    const form = acts.getByRole('form', { name: act });
    await form.getByLabel('Reason').fill(reason);
    await form.getByRole('button', { name: act }).click();
    await form.waitFor({ state: 'detached' });
  }

  async finish(round: number): Promise<void> {
    await this.page.getByRole('button', { name: `Finish round ${round}` }).click();
  }

  /** Ends the event without its finals: the desk asks first. An announcement at short notice is taken back. */
  async confirmWithoutFinals(): Promise<void> {
    const { page } = this;
    const dialog = page.getByTestId('confirm');
    await page.getByRole('button', { name: 'Confirm without the finals' }).click();
    await dialog.getByRole('heading', { name: 'Confirm without the finals?' }).waitFor();
    await dialog.getByRole('button', { name: 'Confirm without the finals' }).click();
  }

  /** Types a result into the quick field and gives the reason. */
  async enterResult(table: number, blackDiscs: number, reason: string): Promise<void> {
    const { page } = this;
    await page.getByLabel('Enter a result').fill(`${table} ${blackDiscs}`);
    await page.keyboard.press('Enter');
    await page.getByTestId('table-panel').getByLabel('Reason').fill(reason);
    await page.getByRole('button', { name: `Enter ${blackDiscs}–${64 - blackDiscs}` }).click();
  }
}

/** One part of the path of the page's address: of `/t/ID/desk` the first is `t`. */
export function partOf(page: Page, place: number): string {
  const part = new URL(page.url()).pathname.split('/')[place];
  if (part === undefined) throw new Error(`${page.url()} has no such part`);
  return part;
}
