import { mount } from 'svelte';
import App from './App.svelte';
import { live } from './live/live.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';
import './styles/base.css';

const target = document.getElementById('app');
if (!target) throw new Error('The page has no #app element.');

router.start();
mount(App, { target });
void session.start().then(() => live.start());
