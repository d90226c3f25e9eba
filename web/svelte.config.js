import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  // The tests' renderer has a component of the old kind.
  compilerOptions: { runes: ({ filename }) => (filename.includes('node_modules') ? undefined : true) },
};
