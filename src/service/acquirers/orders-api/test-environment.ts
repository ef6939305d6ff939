import type { TestEnvironment } from '../adapter.ts';
import { credentials } from './settings.ts';

/** A Tollgate sandbox, recognized by the prefix of its API secrets. The card is one of its test cards. */
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
