import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

import { guides } from './vite/guides.ts';
import { inlineScripts } from './vite/inline-scripts.ts';
import { reloadPages } from './vite/reload-pages.ts';

// The pages run without Kit's client and contain their scripts inline: docs/decisions/043-the-page-in-one-answer.md.
export default defineConfig({ plugins: [inlineScripts(), guides(), reloadPages(), sveltekit()] });
