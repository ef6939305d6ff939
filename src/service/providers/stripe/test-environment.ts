import type { TestEnvironment } from '../adapter.ts';
import { credentials } from './settings.ts';

/** By the key's prefix; the card is one of Stripe's published test cards. */
export const testEnvironment: TestEnvironment = {
  isUsedBy: (terminal) =>
    /^[rs]k_test_/.test(credentials.safeParse(terminal.credentials).data?.secret_key ?? ''),
  approvedCard: {
    number: '4242424242424242',
    securityCode: '123',
    expiryMonth: '12',
    expiryYear: '39',
    firstName: 'Ada',
    lastName: 'Lovelace',
  },
};
