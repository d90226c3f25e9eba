import { router } from '../../browser/router.svelte';
import { showTheme } from '../../browser/preferences.svelte';

/** Light or dark as the address asks for it, `?theme=dark`, for as long as the component is there: whoever frames a page knows what stands around it. */
export function useAskedTheme(): void {
  $effect(() => {
    const asked = router.query.get('theme');
    if (asked !== 'light' && asked !== 'dark') return;
    showTheme(asked);
    return () => showTheme();
  });
}
