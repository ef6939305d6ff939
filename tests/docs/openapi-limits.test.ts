/**
 * The OpenAPI documents' limits are the service's: both accept values at a limit, and neither accepts values beyond it.
 */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/json.ts';
import { RECORDED } from '#contract/openapi/examples.ts';
import { faultsAt, developerFaultsAt } from '../../packages/tollgate/conformance/validate.ts';

function email(length: number) {
  const domain = `${`${'d'.repeat(60)}.`.repeat(3)}${'e'.repeat(length)}`;
  return `${`someone@${domain}`.slice(0, length - 3)}.at`;
}

function address(length: number) {
  return 'https://shop.example/'.padEnd(length, 'a');
}

function text(length: number) {
  return 'a'.repeat(length);
}

type RequestName = Extract<
  EndpointName,
  'createPayin' | 'createPayout' | 'submitCardData' | 'triggerCode'
>;

/** A member with JSON values just within and just beyond its limit. */
type Limit = [member: string, within: string, beyond: string];

function lengths(member: string, most: number, of: (length: number) => string): Limit {
  return [member, JSON.stringify(of(most)), JSON.stringify(of(most + 1))];
}

const AMOUNTS: Limit[] = [
  ['amount', '0.01', '0'],
  ['amount', '0.01', '-0.01'],
  ['amount', '999999999999.99', '1000000000000'],
  ['amount', '12.5', '"12.5"'],
];
const CUSTOMER: Limit[] = [
  lengths('customer.email', 254, email),
  lengths('customer.first_name', 50, text),
  lengths('customer.reference_id', 64, text),
  lengths('customer.address.city', 100, text),
  lengths('customer.address.street', 255, text),
  lengths('customer.address.post_code', 50, text),
  ['customer.phone', '"+12345"', '"+1234"'],
  ['customer.phone', `"+${'1'.repeat(30)}"`, `"+${'1'.repeat(31)}"`],
  ['customer.address.country', '"AT"', '"ZZ"'],
  ['customer', '{}', '{"colour":"blue"}'],
  ['customer', '{}', 'null'],
];
const ORDER: Limit[] = [
  lengths('reference_id', 255, text),
  ['currency', '"EUR"', '"eur"'],
  ['merchant_gate_method_id', `"${text(8)}-aaaa-aaaa-aaaa-${text(12)}"`, '"card_eur"'],
  ...AMOUNTS,
];

const LIMITS: [name: RequestName, limits: Limit[]][] = [
  [
    'createPayin',
    [
      ...ORDER,
      ...CUSTOMER,
      lengths('callback_url', 355, address),
      lengths('return_urls.success', 355, address),
      ['callback_url', '""', '"shop.example"'],
    ],
  ],
  [
    'createPayout',
    [
      ...ORDER,
      ...CUSTOMER,
      lengths('destination_account', 255, text),
      lengths('comment', 255, text),
    ],
  ],
  [
    'submitCardData',
    [
      lengths('first_name', 255, text),
      ['card_number', '"630400000000"', '"63040000000"'],
      ['cvv', '"1234"', '"12345"'],
      ['cvv', '"123"', '"12"'],
      ['exp_month', '"12"', '"13"'],
      ['exp_month', '"01"', '"00"'],
      ['browser_info.screen_width', '"99999"', '"100000"'],
      ['browser_info.screen_width', '"1"', '"0"'],
      ['browser_info.timezone', '"-9999"', '"-10000"'],
      ['browser_info.java_enabled', 'true', '"true"'],
      ['browser_info.device_channel', '"03"', '"04"'],
    ],
  ],
  ['triggerCode', [...ORDER, ['resolution_code', '"UNKNOWN_ERROR"', '"METHOD_INACTIVE"']]],
];

describe.each(LIMITS)('the limits of %s', (name, limits) => {
  const { path, method, request } = ENDPOINTS[name];
  const [recorded] = Object.values(RECORDED.requests[name] ?? {});
  const place = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json'];
  const evaluate = path.startsWith('/api/merchant/') ? developerFaultsAt : faultsAt;

  /** Returns the recorded body with one member replaced by other JSON, put in place of a placeholder. */
  function bodyWith(member: string, json: string): string {
    const body = structuredClone(recorded?.value) as Record<string, unknown>;
    const names = member.split('.');
    const last = names.pop() ?? '';
    let parent = body;
    for (const each of names) parent = (parent[each] ??= {}) as Record<string, unknown>;
    parent[last] = '@here@';
    return JSON.stringify(body).replace('"@here@"', () => json);
  }

  function verdicts(member: string, json: string) {
    const body = bodyWith(member, json);
    const parsed = parseJson(Buffer.from(body));
    return {
      service: parsed.ok && request.safeParse(parsed.value).success,
      document: evaluate([...place, 'schema'], JSON.parse(body)).length === 0,
    };
  }

  it.each(limits)('%s is accepted within, %s, and not beyond, %s', (member, within, beyond) => {
    expect(verdicts(member, within)).toEqual({ service: true, document: true });
    expect(verdicts(member, beyond)).toEqual({ service: false, document: false });
  });
});
