import type { TestEnvironment } from '../adapter.ts';
import { credentials } from './settings.ts';

/** By the secret's prefix, as a Tollgate's sandbox makes it, whose card this is. */
export const testEnvironment: TestEnvironment = {
  isUsedBy: (terminal) =>
    credentials.safeParse(terminal.credentials).data?.api_secret.startsWith('tg_test_') === true,
  approvedCard: {
    number: '4242424242424242',
    securityCode: '123',
    expiryMonth: '12',
    expiryYear: '39',
    firstName: 'Ada',
    lastName: 'Lovelace',
  },
};
