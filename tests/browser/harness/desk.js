import assert from 'node:assert/strict';

/** A director who works through the pages. */
export class Desk {
  constructor(page) {
    this.page = page;
  }

  /** Makes an account: an ordinary one, or the first administrator's on the page of the printed link. */
  async createAccount(name, login, password, { administrator = false } = {}) {
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

  async createTournament(name, country) {
    const { page } = this;
    await page.getByRole('link', { name: 'Create a tournament' }).click();
    await page.getByRole('heading', { name: 'Create a tournament' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Host nation').selectOption(country);
    await page.getByRole('button', { name: 'Create the tournament' }).click();
    await page.getByRole('heading', { name: '0 entrants' }).waitFor();
    return new URL(page.url()).pathname.split('/')[2];
  }

  async enterByHand({ surname, givenNames, rating }) {
    const form = this.page.getByRole('form', { name: 'Enter by hand' });
    await form.getByLabel('Given names').fill(givenNames);
    await form.getByLabel('Surname').fill(surname);
    await form.getByLabel('Rating').fill(String(rating));
    await form.getByRole('button', { name: 'Enter the player' }).click();
  }

  async importPlayers(text) {
    const file = { name: 'joueurs.txt', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') };
    await this.page.getByLabel('Import a players list').setInputFiles(file);
  }

  async enterFromList(sought, name) {
    const { page } = this;
    await page.getByRole('searchbox', { name: 'Find in the players list' }).fill(sought);
    await page.getByRole('button', { name: `Enter ${name}` }).click();
    await page.getByTestId('found-players').getByText('Entered').waitFor();
  }

  async seatLink(name) {
    const { page } = this;
    await page.getByRole('button', { name: `Make a seat link for ${name}` }).click();
    return page.getByLabel(`Seat link of ${name}`).inputValue();
  }

  /** Publishes a round that starts at once. */
  async publish(round) {
    const { page } = this;
    await page.getByLabel('Starts').selectOption('Now');
    await page.getByRole('button', { name: `Publish round ${round}` }).click();
    await page.getByRole('button', { name: `Finish round ${round}` }).waitFor();
  }

  /** A round with running games cannot be finished, and the desk says what is in its way. */
  async assertRunning(round) {
    const { page } = this;
    assert.ok(await page.getByRole('button', { name: `Finish round ${round}` }).isDisabled());
    await page.getByRole('button', { name: '1 game running' }).waitFor();
  }

  async finish(round) {
    await this.page.getByRole('button', { name: `Finish round ${round}` }).click();
  }

  /** Ends the event without its finals: the desk asks first. An announcement at short notice is taken back. */
  async confirmWithoutFinals() {
    const { page } = this;
    const dialog = page.getByTestId('confirm');
    await page.getByRole('button', { name: 'Confirm without the finals' }).click();
    await dialog.getByRole('heading', { name: 'Confirm without the finals?' }).waitFor();
    await dialog.getByRole('button', { name: 'Confirm without the finals' }).click();
  }

  /** Types a result into the quick field and gives the reason. */
  async enterResult(table, blackDiscs, reason) {
    const { page } = this;
    await page.getByLabel('Enter a result').fill(`${table} ${blackDiscs}`);
    await page.keyboard.press('Enter');
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('button', { name: `Enter ${blackDiscs}–${64 - blackDiscs}` }).click();
  }
}
