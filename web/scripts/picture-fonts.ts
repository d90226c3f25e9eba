import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The weights that pictures are written in. */
const WEIGHTS = [400, 600];
/** The fonts, and the parts of each that have the letters of names. */
const FONTS = {
  inter: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'],
  'noto-sans-jp': ['japanese'],
};

/** Puts beside the app the fonts that the server writes pictures in. Pages have fonts of their own, and ask for none of these. */
export function pictureFonts(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'picture-fonts',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) throw new Error('The app is built into no folder.');
      const folder = join(dir, 'fonts');
      await mkdir(folder, { recursive: true });
      for (const [font, parts] of Object.entries(FONTS)) {
        const license = resolve(`@fontsource/${font}/LICENSE`);
        await copyFile(license, join(folder, `${font}.txt`));
        for (const name of parts.flatMap((part) => WEIGHTS.map((weight) => `${font}-${part}-${weight}-normal.woff`))) {
          await copyFile(join(dirname(license), 'files', name), join(folder, name));
        }
      }
    },
  };
}
