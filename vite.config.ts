import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

import { guides } from './vite/guides.ts';
import { pageParts } from './vite/page-parts.ts';
import { reloadPages } from './vite/reload-pages.ts';

// The pages run without Kit's client and contain their scripts and style sheets: docs/decisions/043-the-page-in-one-answer.md.
export default defineConfig({ plugins: [pageParts(), guides(), reloadPages(), sveltekit()] });
