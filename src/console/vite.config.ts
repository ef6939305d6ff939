import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [sveltekit()],
  server: {
    // Rules of money and cards are the domain's own, which lies outside this folder.
    fs: { allow: ['../..'] },
    proxy: { '/api/operator': process.env['OPERATOR_URL'] ?? 'http://localhost:3001' },
  },
});
