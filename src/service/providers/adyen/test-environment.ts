import type { TestEnvironment } from '../adapter.ts';
import { settings } from './settings.ts';

/** By its name in the settings; the card is one of Adyen's published test cards. */
export const testEnvironment: TestEnvironment = {
  isUsedBy: (terminal) => settings.safeParse(terminal.settings).data?.environment === 'TEST',
  approvedCard: {
    number: '4111111111111111',
    securityCode: '737',
    expiryMonth: '03',
    expiryYear: '30',
    firstName: 'Ada',
    lastName: 'Lovelace',
  },
};
