/**
 * Checks the schemas with every value in the specification's tables of request fields and parameters.
 * packages/tollgate/conformance sends one value of each kind over HTTP.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import type { EndpointName } from '#contract/endpoints.ts';
import {
  CARD_DATA_ROWS,
  PAYIN_ROWS,
  PAYOUT_ROWS,
} from '../../../packages/tollgate/conformance/body-rows.ts';
import { expectParameterRefused } from '../../../packages/tollgate/conformance/parameters.ts';
import {
  ACCOUNTS_ROW,
  LIST_ROWS,
  REFERENCE_ROW,
} from '../../../packages/tollgate/conformance/retrieval-rows.ts';
import {
  changed,
  expectNoEcho,
  expectRefused,
  pointerTo,
  refusals,
  shown,
} from '../../../packages/tollgate/conformance/rows.ts';
import { UNKNOWN_NAMES } from '../../../packages/tollgate/conformance/unknown-fields.ts';
import { NOT_UUIDS } from '../../../packages/tollgate/conformance/values.ts';
import { cardDataBody } from '../../../tests/support/orders/orders.ts';
import { unexpiredCardData } from '#contract/schemas/card-data.ts';
import { parseParts, type RawParts } from './read-request.ts';

const NOW_MS = Date.parse('2026-06-15T12:00:00Z');
const SCHEMAS = { submitCardData: unexpiredCardData(() => NOW_MS) };

/** Returns the violations that a request is refused for; none if it is accepted. */
function evaluate(
  endpoint: EndpointName,
  parts: Partial<RawParts>,
): { text: string; at: string[] } {
  const raw = {
    body: new Uint8Array(),
    headers: new Headers({ 'content-type': 'application/json' }),
    params: {},
    query: {},
    ...parts,
  };
  const parsed = parseParts(endpoint, raw, SCHEMAS);
  if (parsed.ok) return { text: '', at: [] };
  const { errors = [] } = parsed.problem.details ?? {};
  return {
    text: JSON.stringify(parsed.problem),
    at: errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter ?? ''} ${code}`),
  };
}

function validateBody(endpoint: EndpointName, body: object | string) {
  return evaluate(endpoint, {
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  });
}

const order = {
  reference_id: 'r-1',
  currency: 'EUR',
  amount: 12.5,
  merchant_gate_method_id: randomUUID(),
  customer: {},
};

describe.each([
  {
    endpoint: 'createPayin' as const,
    rows: PAYIN_ROWS,
    valid: order,
    places: ['', 'customer', 'customer.address', 'payment_method_data', 'return_urls'],
  },
  {
    endpoint: 'createPayout' as const,
    rows: PAYOUT_ROWS,
    valid: { ...order, destination_account: '4242424242424242' },
    places: ['', 'customer', 'customer.address', 'payment_method_data'],
  },
  {
    endpoint: 'submitCardData' as const,
    rows: CARD_DATA_ROWS,
    valid: cardDataBody(randomUUID()),
    places: ['', 'customer', 'customer.address', 'browser_info'],
  },
])('the body of $endpoint', ({ endpoint, rows, valid, places }) => {
  describe.each(rows)('$field', (row) => {
    it.each(row.accepted.map((value) => ({ shown: shown(value), value })))(
      'may be $shown',
      ({ value }) => {
        expect(validateBody(endpoint, changed(valid, row.field, value)).at).toEqual([]);
      },
    );

    it.each(refusals(row).map((each) => ({ shown: shown(each.value), ...each })))(
      'may not be $shown: $code',
      ({ code, value }) => {
        const { at, text } = validateBody(endpoint, changed(valid, row.field, value));
        expectRefused(at, row.field, code);
        expectNoEcho({ text }, value);
      },
    );
  });

  describe.each(places)('in its object "%s"', (place) => {
    const at = (name: string) => (place === '' ? name : `${place}.${name}`);

    it.each(UNKNOWN_NAMES)('an unknown field is refused by name: %s', (name) => {
      const found = validateBody(endpoint, changed(valid, at(name), 'unknown-value'));
      expect(found.at).toEqual([`${pointerTo(at(name))} unknown_field`]);
      expect(found.text).not.toContain('unknown-value');
    });

    it('an unknown field is refused without its name if that might be a card number', () => {
      const found = validateBody(endpoint, changed(valid, at('4242424242424242'), 1));
      expect(found.at).toEqual([`${place === '' ? '' : pointerTo(place)} unknown_field`]);
      expect(found.text).not.toContain('4242424242424242');
    });

    it('a field named __proto__ is refused', () => {
      const body = JSON.stringify(changed(valid, at('proto'), {})).replace(
        '"proto"',
        '"__proto__"',
      );
      expect(validateBody(endpoint, body).text).not.toBe('');
    });
  });
});

describe.each([
  { endpoint: 'listPayins' as const, rows: LIST_ROWS, valid: { page: '1', size: '10' } },
  {
    endpoint: 'listPayouts' as const,
    rows: [...LIST_ROWS, ACCOUNTS_ROW],
    valid: { page: '1', size: '10' },
  },
  { endpoint: 'findPayins' as const, rows: [REFERENCE_ROW], valid: { reference_id: 'r' } },
  { endpoint: 'findPayouts' as const, rows: [REFERENCE_ROW], valid: { reference_id: 'r' } },
])('the query of $endpoint', ({ endpoint, rows, valid }) => {
  describe.each(rows)('$parameter', ({ parameter, required, accepted, refused, repeats }) => {
    const validateValues = (...values: string[]) => {
      const { [parameter]: _, ...others }: Record<string, string> = { ...valid };
      const given =
        values.length === 0 ? {} : { [parameter]: values.length > 1 ? values : (values[0] ?? '') };
      return evaluate(endpoint, { query: { ...others, ...given } });
    };

    it.each(accepted)('may be "%s"', (value) => {
      expect(validateValues(value).at).toEqual([]);
    });

    it.each(
      Object.entries(refused).flatMap(([code, values]) => values.map((value) => ({ value, code }))),
    )('may not be "$value": $code', ({ value, code }) => {
      const { at, text } = validateValues(value);
      expectParameterRefused(at, parameter, code);
      if (value.length >= 12) expect(text).not.toContain(value);
    });

    it(required ? 'must be there' : 'may be left out', () => {
      expect(validateValues().at).toEqual(required ? [`${parameter} required`] : []);
    });

    it(repeats ? 'may be repeated' : 'is given once', () => {
      const [first = '', second = first] = accepted;
      expect(validateValues(first, second, first).at).toEqual(
        repeats ? [] : [`${parameter} repeated`],
      );
    });
  });
});

describe.each(['getPayin', 'getPayout'] as const)('the path of %s', (endpoint) => {
  it.each(NOT_UUIDS)('may not have this id: %s', (id) => {
    expect(evaluate(endpoint, { params: { id } }).at).toEqual(['id format']);
  });
});
