import { expect, it } from 'vitest';
import { factsIn } from './facts-in.ts';

it('lists the members of an object with readable labels and values', () => {
  expect(
    factsIn({
      email: 'anna@shop.example',
      first_name: 'Anna',
      phone: null,
      address: { city: 'Wien', postal_code: '1010' },
      currencies: ['EUR', 'USD'],
      live: false,
      timeout_ms: 500,
      base_url: 'https://acquirer.example',
      methods: { EUR: 'd747d9df' },
    }),
  ).toEqual([
    ['E-mail', 'anna@shop.example'],
    ['First name', 'Anna'],
    ['Address, city', 'Wien'],
    ['Address, postal code', '1010'],
    ['Currencies', 'EUR, USD'],
    ['Live', 'no'],
    ['Timeout ms', '500'],
    ['Base URL', 'https://acquirer.example'],
    ['Methods, EUR', 'd747d9df'],
  ]);
});
