// Makes the icons of an installed app of the mark (public/icon.svg): `node scripts/icons.mjs` after it has changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';

/** Of the picture's side, the part that the mark takes; systems cut `maskable` ones to a shape, and Apple's have a ground. */
const ICONS = [
  { name: 'icon-192', size: 192, part: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, part: 1, ground: 'transparent' },
  { name: 'icon-maskable-512', size: 512, part: 0.6, ground: '#fff' },
  { name: 'icon-180', size: 180, part: 0.75, ground: '#fff' },
];

const folder = new URL('../public/', import.meta.url);
const mark = readFileSync(new URL('icon.svg', folder), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const { name, size, part, ground } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>
      html { background: ${ground} }
      body { margin: 0; height: 100vh; display: grid; place-content: center }
      svg { width: ${size * part}px }
    </style>${mark}`);
    writeFileSync(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: ground === 'transparent' }));
    await page.close();
  }
} finally {
  await browser.close();
}
