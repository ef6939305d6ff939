import { fileURLToPath } from 'node:url';

/** Kit's one alias. Its generated tsconfig says it too, but relative to itself, which is not followed. */
export default {
  resolve: { alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) } },
};
