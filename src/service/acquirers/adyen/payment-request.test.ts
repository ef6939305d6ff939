import { Types } from '@adyen/api-library';
import { describe, expect, it } from 'vitest';
import { cardRequest as published } from '../../../../tests/support/acquirers/adyen/requests.ts';
import { newTrial } from '../../../../tests/service/acquirers/conformance/rig.ts';
import { SANDBOX_CARDS } from '../../../../tests/service/acquirers/conformance/sandbox-rig.ts';
import type { Customer } from '#contract/schemas/customer.ts';
import type { CardAcquirer, NewAttempt, PayerContext } from '../port.ts';
import { paymentRequest } from './payment-request.ts';
import { settings } from './settings.ts';

const { attempt } = newTrial({
  acquirer: { cards: {} as CardAcquirer } as Parameters<typeof newTrial>[0]['acquirer'],
  cards: SANDBOX_CARDS,
});

/** Returns the request as sent, parsed with the published schema. */
function sent(overrides: Partial<NewAttempt>) {
  const request = paymentRequest(Types.checkout, { ...attempt, ...overrides }, 'TollgateTEST');
  return published.parse(JSON.parse(JSON.stringify(request)));
}

function ofCustomer(customer: Customer) {
  return sent({ customer });
}

function ofPayer(payer: Partial<PayerContext>) {
  return sent({ payer: { ...attempt.payer, ...payer } }).browserInfo;
}

function ofBrowser(browser: object) {
  return sent({ browserInfo: { ...attempt.browserInfo, ...browser } }).browserInfo;
}

const ADDRESS = { country: 'DE', city: 'Berlin', street: 'Allee 7a', post_code: '10178' };
const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@shop.test' };

it.each([
  ['none', true],
  ['full', true],
  ['postcode', false],
])('a terminal with asks_address %s is valid: %s', (asks_address, isValid) => {
  const given = { merchant_account: 'TollgateTEST', environment: 'TEST', asks_address };
  expect(settings.safeParse(given).success).toBe(isValid);
});

describe('a payment request to Adyen', () => {
  it('carries the payer, the billing address, the IP address, the origin and the platform', () => {
    const address = { country: 'DE', city: 'Berlin 2', street: 'Allee 7a', post_code: '10178' };
    const request = ofCustomer({ ...ADA, phone: '+491701234567', address });
    expect(request).toMatchObject({
      shopperName: { firstName: 'Ada', lastName: 'Lovelace' },
      shopperEmail: 'ada@shop.test',
      telephoneNumber: '+491701234567',
      billingAddress: {
        street: 'Allee',
        houseNumberOrName: '7a',
        city: 'Berlin 2',
        postalCode: '10178',
        country: 'DE',
      },
      shopperIP: '203.0.113.7',
      origin: 'http://pay.test',
      applicationInfo: { externalPlatform: { name: 'Tollgate' } },
    });
  });

  it('has no description of the purchase', () => {
    expect(JSON.stringify(sent({ description: 'Two books' }))).not.toContain('Two books');
  });

  it.each<[string, Customer, string]>([
    ['an e-mail address that is none', { email: 'ada@' }, 'shopperEmail'],
    ['a telephone number of too few digits', { phone: '+12' }, 'telephoneNumber'],
    ['a telephone number of too many digits', { phone: `+${'1'.repeat(30)}` }, 'telephoneNumber'],
    ['a name that is too long', { first_name: 'A'.repeat(81) }, 'shopperName'],
  ])('leaves out %s, and nothing else', (_, wrong, name) => {
    const address = { country: 'DE', city: 'Berlin', street: 'Allee 7', post_code: '10178' };
    const whole = { ...ADA, phone: '+491701234567', address };
    const { [name as 'shopperEmail']: left, ...others } = ofCustomer(whole);
    const { reference: _reference, ...rest } = ofCustomer({ ...whole, ...wrong });
    expect(left).toBeDefined();
    expect(rest).not.toHaveProperty(name);
    expect({ ...rest, reference: others.reference }).toEqual(others);
  });

  it.each<[NonNullable<Customer['address']>, object]>([
    [{ street: '12 High Street' }, { street: 'High Street', houseNumberOrName: '12' }],
    [{ street: 'Straße des 17. Juni' }, { houseNumberOrName: 'N/A' }],
    [{ street: 'вулиця Хрещатик, 22' }, { street: 'вулиця Хрещатик', houseNumberOrName: '22' }],
    [{ street: 'A'.repeat(60) }, { street: 'A'.repeat(50) }],
    [
      { country: 'US', post_code: '94105-1234' },
      { postalCode: '94105', stateOrProvince: 'N/A' },
    ],
    [{ country: 'GB', post_code: 'SW1A 1AA' }, { postalCode: 'SW1A 1AA' }],
  ])('writes the address %j as Adyen expects it', (address, expected) => {
    const { billingAddress } = ofCustomer({ address: { ...ADDRESS, ...address } });
    expect(billingAddress).toMatchObject(expected);
  });

  it.each<NonNullable<Customer['address']>>([
    { country: undefined },
    { country: 'de' },
    { country: 'ZZ' },
    { street: 'N/A' },
    { city: ' ' },
    { post_code: '01234567890' },
    { country: 'US', post_code: 'SW1A 1AA' },
  ])('has no address rather than one with %j', (address) => {
    const request = ofCustomer({ address: { ...ADDRESS, ...address } });
    expect(request.billingAddress).toBeUndefined();
  });

  it.each([
    ['1', 1],
    ['3', 1],
    ['10', 8],
    ['24', 24],
    ['36', 32],
    ['64', 48],
  ])('maps the colour depth %s to %d', (color_depth, colorDepth) => {
    expect(ofBrowser({ color_depth })).toMatchObject({ colorDepth });
  });

  it.each([
    ['-60', -60],
    ['-9999', -840],
    ['9999', 720],
  ])('limits the time zone offset %s to %d', (timezone, timeZoneOffset) => {
    expect(ofBrowser({ timezone })).toMatchObject({ timeZoneOffset });
  });

  it.each([
    [undefined, 'en'],
    ['*', 'en'],
    ['de;q=0.8, en', 'de'],
    ['not a language, uk-UA', 'uk-UA'],
    ['zh-Hans-CN', 'zh-CN'],
    ['en-GB-oxendict', 'en-GB'],
  ])('derives the language from Accept-Language: %s becomes %s', (acceptLanguage, language) => {
    expect(ofPayer({ acceptLanguage })).toMatchObject({ language });
  });

  it('cuts headers that are too long, and replaces those that are empty or not printable', () => {
    const long = ofPayer({ accept: 'a'.repeat(5_000), userAgent: 'b'.repeat(5_000) });
    expect(long.acceptHeader).toHaveLength(2_048);
    expect(long.userAgent).toHaveLength(2_048);
    expect(ofPayer({ accept: 'text/ü', userAgent: '' })).toMatchObject({
      acceptHeader: '*/*',
      userAgent: 'unknown',
    });
  });

  it('leaves out an origin that is too long', () => {
    const returnUrl = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.test/pay`;
    expect(sent({ returnUrl })).not.toHaveProperty('origin');
  });
});
