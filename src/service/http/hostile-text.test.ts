import { ENDPOINTS, type Endpoint } from '#contract/endpoints.ts';
import { parseJson, readJson } from '#contract/json/json.ts';
import { validate } from '#contract/problem.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import { normalizeEmail, normalizePhone } from '#domain/customer/contact.ts';
import { escapeFormulas } from '#domain/escape-formulas.ts';
import { blockedAccount } from '#domain/order/account.ts';
import { normalizeText } from '#domain/text.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { expectLinear, LENGTH } from '../../../tests/support/hostile-texts.ts';
import { OPERATOR_COMMANDS } from '../operator/commands.ts';
import { deploymentFile } from '../operator/deployment/file.ts';
import { readInput } from '../operator/run.ts';
import { isEmail } from '../operator/people/store.ts';
import {
  assertionResponse,
  passkeyName,
  registrationResponse,
} from '../operator/people/passkeys.ts';
import { declineMessage } from '../acquirers/decline-message.ts';
import { describeBaseString } from './authenticate.ts';
import { withoutCardNumbers } from './problems.ts';

interface Field {
  field: string;
  maxLength: number;
  /** Returns a value with a text in this place of the schema, and nothing else. */
  withText: (text: string) => unknown;
}

type Described = z.core.JSONSchema.BaseSchema;
type Named = Readonly<Record<string, Described>>;

/** Returns every place of a schema that can hold a text, including member names that the sender chooses. */
function fieldsOf(schema: z.ZodType): Field[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return fieldsIn(described, described.$defs ?? {});
}

function fieldsIn(part: Described | boolean, named: Named): Field[] {
  if (typeof part === 'boolean') return [];
  if (part.$ref !== undefined) {
    const name = part.$ref.replace('#/$defs/', '');
    // Only the schema of JSON is recursive, and it has no name. One level of it stands for all.
    return name.startsWith('__') ? [PLAIN_FIELD] : fieldsIn(named[name]!, named);
  }
  const alternatives = [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])];
  return [
    ...alternatives.flatMap((each) => fieldsIn(each, named)),
    ...fieldsWithin(part, named),
    ...(part.type === 'object' ? [NAME_FIELD] : []),
    ...(isText(part) || isAnything(part)
      ? [{ ...PLAIN_FIELD, maxLength: part.maxLength ?? LENGTH }]
      : []),
  ];
}

function isText({ type, enum: choices, const: only }: Described): boolean {
  return type === 'string' && choices === undefined && only === undefined;
}

function isAnything({ type, anyOf, oneOf, allOf }: Described): boolean {
  return type === undefined && (anyOf ?? oneOf ?? allOf) === undefined;
}

function fieldsWithin(
  { properties = {}, items = false, additionalProperties }: Described,
  named: Named,
): Field[] {
  const members = Object.entries(properties).flatMap(([name, member]) =>
    inside(fieldsIn(member, named), name, (value) => ({ [name]: value })),
  );
  const ofItems = Array.isArray(items) ? [] : fieldsIn(items, named);
  return [
    ...members,
    ...inside(ofItems, '[]', (value) => [value]),
    ...inside(fieldsIn(additionalProperties ?? false, named), '*', (value) => ({ a: value })),
  ];
}

const PLAIN_FIELD: Field = { field: '', maxLength: LENGTH, withText: (text) => text };
const NAME_FIELD: Field = { field: 'NAME', maxLength: LENGTH, withText: (text) => ({ [text]: 1 }) };

function inside(fields: Field[], name: string, wrap: (value: unknown) => unknown): Field[] {
  return fields.map(({ field, maxLength, withText }) => ({
    field: field === '' ? name : `${name}.${field}`,
    maxLength,
    withText: (text) => wrap(withText(text)),
  }));
}

const endpoints: [string, Endpoint][] = Object.entries(ENDPOINTS);
const ofMerchants = endpoints.flatMap(([name, endpoint]) =>
  (['request', 'query', 'params', 'headers'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (schema === undefined) return [];
    const read = (value: unknown) => validate(schema, value);
    return fieldsOf(schema).map((field) => ({ place: `${name} ${part}`, ...field, read }));
  }),
);

const ofOperators = Object.entries(OPERATOR_COMMANDS).flatMap(([name, command]) => {
  const read = (value: unknown) => readInput(command, value);
  return fieldsOf(command.input).map((field) => ({
    place: name,
    ...field,
    read,
  }));
});

const others = Object.entries({
  deploymentFile,
  registrationResponse,
  assertionResponse,
  passkeyName,
}).flatMap(([name, schema]) => {
  const read = (value: unknown) => schema.safeParse(value);
  return fieldsOf(schema).map((field) => ({ place: name, ...field, read }));
});

const FIELDS = [...ofMerchants, ...ofOperators, ...others];

it('finds the text fields of every interface', () => {
  const places = FIELDS.map(({ place, field }) => `${place} ${field}`);
  expect(places).toContain('createPayin request customer.address.street');
  expect(places).toContain('listPayouts query accounts');
  expect(places).toContain('payins comment text');
  expect(places).toContain('reconciliations add lines.[].reference');
  expect(places).toContain('deploymentFile merchants.[].gates.[].methods.[].name');
  expect(FIELDS.length).toBeGreaterThan(400);
});

describe('validating a field with hostile texts takes work in proportion to their length', () => {
  it.each(FIELDS)('$place $field', ({ read, withText, maxLength }) => {
    expectLinear((text) => {
      read(withText(text));
      if (maxLength < LENGTH) read(withText(text.slice(0, maxLength)));
    });
  });
});

const CREDENTIALS = { keyId: '', signature: '', timestamp: '1' };

describe('an untrusted text takes work in proportion to its length', () => {
  it.each<[string, (text: string) => unknown]>([
    ['normalized', (text) => normalizeText(text, 'NFKC')],
    ['searched for a card number', findCardNumber],
    ['as an e-mail address', normalizeEmail],
    ["as an operator's e-mail address", isEmail],
    ['as a telephone number', normalizePhone],
    ['as an account', blockedAccount],
    ['in a spreadsheet', escapeFormulas],
    ["as an acquirer's words", declineMessage],
    ['in a path', withoutCardNumbers],
    [
      'in a base string',
      (text) => {
        const body = Buffer.from(text);
        const request = { method: 'POST', path: '/', body, holdsCardData: false };
        return describeBaseString(request, CREDENTIALS);
      },
    ],
    ['as a body', (text) => [parseJson(Buffer.from(text)), readJson(Buffer.from(text))]],
    ['within a body', (text) => parseJson(Buffer.from(JSON.stringify({ [text]: [text] })))],
  ])('%s', (_, run) => {
    expectLinear(run);
  });
});
