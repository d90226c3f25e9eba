import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another site, from as near as the server: from further away browsers ask before they let a page into a private network. */
export async function siteOf(body: string): Promise<{ address: string; close: () => void }> {
  const site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(`<!doctype html><html lang="en"><title>A blog</title><main><h1>A blog</h1>${body}</main>`);
  });
  await new Promise<void>((listening) => site.listen(0, 'localhost', listening));
  return { address: `http://localhost:${(site.address() as AddressInfo).port}/`, close: () => void site.close() };
}
