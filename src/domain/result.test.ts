import { expect, it } from 'vitest';

import { failure, success } from './result.ts';

it('a result is a value, or a problem', () => {
  expect(success(1)).toEqual({ ok: true, value: 1 });
  expect(failure('gone')).toEqual({ ok: false, problem: 'gone' });
});
