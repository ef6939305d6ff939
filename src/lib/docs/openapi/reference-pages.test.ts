import { expect, it } from 'vitest';
import { referencePages } from './reference-pages.ts';

it('a reference page describes every object that it links to', () => {
  for (const [name, { render }] of Object.entries(referencePages('http://localhost:3000'))) {
    const page = render({ path: `/docs/reference/${name}`, language: 'sh' }).text;
    for (const [, anchor = ''] of page.matchAll(/href="#([^"]+)"/g)) {
      expect(page, `${name} leads to #${anchor}`).toContain(`id="${anchor}"`);
    }
  }
});
