import { expect, test } from 'vitest';

import { writeScripts } from './script-places.ts';

test.each([
  ['as built', '<script data-entry="pay"></script>'],
  ['in development', '<script data-entry="pay" class="svelte-derujp"></script>'],
])('the place of a script is found %s', (_, place) => {
  expect(writeScripts(`<p>1</p>${place}`, (name) => `[${name}]`)).toBe('<p>1</p>[pay]');
});
