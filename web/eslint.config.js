import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** What the linter is told of Svelte: a cache keeps its settings as text, which a function has none of. */
const LINTED = { ...svelteConfig, compilerOptions: { runes: true } };

export default typescript.config(
  { ignores: ['dist', 'artefacts', 'src/contract/schema.d.ts'] },
  js.configs.recommended,
  ...typescript.configs.strict,
  ...typescript.configs.stylistic,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      'svelte/no-at-html-tags': 'error',
      // A map or set that is made anew with what it is derived from changes no more.
      'svelte/prefer-svelte-reactivity': 'off',
      // The router is the app's own.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, extraFileExtensions: ['.svelte'], svelteConfig: LINTED } },
  },
  { files: ['scripts/**', '*.config.*'], languageOptions: { globals: globals.node } },
);
