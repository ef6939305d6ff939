import { expect, it } from 'vitest';

import { securityCodeLength } from './security-code.ts';

it('is four digits on American Express and three elsewhere', () => {
  expect(securityCodeLength('amex')).toBe(4);
  expect(securityCodeLength('visa')).toBe(3);
  expect(securityCodeLength(undefined)).toBe(3);
});
