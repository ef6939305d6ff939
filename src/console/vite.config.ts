import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [sveltekit()],
  server: {
    // The console imports the domain's rules of money and cards, which are outside this folder.
    fs: { allow: ['../..'] },
    proxy: { '/api/operator': process.env['OPERATOR_URL'] ?? 'http://localhost:3001' },
  },
});
