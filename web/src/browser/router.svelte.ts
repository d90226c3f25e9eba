import { isForAll, matchRoute, type Match } from './routes';

class Router {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));
  /** What follows `#`: codes travel there, so that they reach no server log. */
  fragment = $state(location.hash.slice(1));
  /** The server has a newer version of the app: the next step to another page loads it. */
  isOld = false;
  /** Loads what is shown anew. Answers whether it does. */
  renew = (): boolean => {
    location.reload();
    return true;
  };
  /** Grows with each step to another page; the page then takes the focus. */
  visits = $state(0);

  get match(): Match {
    return matchRoute(this.path);
  }

  /** The way back to what is shown, with its question. */
  get here(): string {
    return this.query.size > 0 ? `${this.path}?${this.query}` : this.path;
  }

  start(): void {
    window.addEventListener('popstate', () => this.#read());
    window.addEventListener('hashchange', () => this.#read());
    document.addEventListener('click', (event) => this.#click(event));
  }

  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    const before = this.path;
    this.#read();
    if (this.path !== before) window.scrollTo(0, 0);
  }

  /** Takes the code out of the address once it has been used. */
  dropFragment(): void {
    history.replaceState(null, '', location.pathname + location.search);
    this.fragment = '';
  }

  /** Takes a part of the question out of the address. */
  dropQuery(name: string): void {
    const query = new URLSearchParams(location.search);
    query.delete(name);
    history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}${location.hash}`);
    this.query = query;
  }

  #read(): void {
    const moved = this.path !== location.pathname;
    const query = new URLSearchParams(location.search);
    // What is shown to all is shown as to nobody: who signed in comes in anew, and goes out anew.
    const crosses = isForAll(this.match, this.query) !== isForAll(matchRoute(location.pathname), query);
    if ((crosses || (moved && this.isOld)) && this.renew()) return;
    this.path = location.pathname;
    this.query = query;
    this.fragment = location.hash.slice(1);
    if (moved) this.visits += 1;
  }

  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download')) return;
    const address = new URL(link.href, location.href);
    if (address.origin !== location.origin || !matchRoute(address.pathname).found) return;
    if (address.pathname === location.pathname && address.hash) return;
    event.preventDefault();
    this.go(address.pathname + address.search + address.hash);
  }
}

export const router = new Router();
