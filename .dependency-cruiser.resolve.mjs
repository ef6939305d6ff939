import { fileURLToPath } from 'node:url';

/**
 * Kit's only alias. Its generated tsconfig also has it, but with a path relative to that file, which is not followed.
 */
export default {
  resolve: { alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) } },
};
