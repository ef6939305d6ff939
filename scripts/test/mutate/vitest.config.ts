import { defineConfig } from 'vitest/config';

import { TAGS } from '../../../vitest.config.ts';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from '../../../tests/support/patience.ts';

/** Runs the tests beside the changed code. `scripts/test/mutate.ts` sets their folder and engine. */
const { MUTATED_FOLDER: folder, TEST_ENGINE: engine } = process.env;

export default defineConfig({
  test: {
    include: [`${folder}/**/*.test.ts`],
    isolate: false,
    tags: TAGS,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    ...(engine && { globalSetup: `./scripts/test/runner/seeds/${engine}.ts` }),
  },
});
