import type { z } from 'zod';
import { jsonSchemaOf, type JsonSchema } from './openapi/json-schema.ts';
import { plainName, similarName } from './similar-name.ts';

/** Other interfaces' names, without case and separators, and the fields that are meant by them: a request's first. */
const OTHER_NAMES: Readonly<Record<string, string | readonly string[]>> = {
  account: 'destination_account',
  backurl: 'return_urls.pending',
  billingaddress: 'customer.address',
  cancel: 'return_urls.pending',
  cancelurl: 'return_urls.pending',
  destination: 'destination_account',
  errorurl: 'return_urls.fail',
  failureurl: 'return_urls.fail',
  failurl: 'return_urls.fail',
  iban: 'destination_account',
  idempotencykey: 'reference_id',
  merchantreference: ['reference_id', 'reference_prefix'],
  notificationurl: 'callback_url',
  notifyurl: 'callback_url',
  orderid: ['payin_id', 'reference_id', 'reference_prefix'],
  paymentmethod: 'merchant_gate_method_id',
  paymentid: 'payin_id',
  paymentmethodid: 'merchant_gate_method_id',
  pendingurl: 'return_urls.pending',
  postalcode: 'customer.address.post_code',
  redirecturl: 'return_urls',
  reference: ['reference_id', 'reference_prefix'],
  referenceid: 'reference_prefix',
  returnurl: 'return_urls',
  successurl: 'return_urls.success',
  webhookurl: 'callback_url',
  zip: 'customer.address.post_code',
  zipcode: 'customer.address.post_code',
};

/** Names, without case and separators, of what other interfaces have and this one has not. */
const ABSENT: Readonly<Record<string, string>> = {
  callbackurl: 'only payins and links have one, so leave it out',
  capture: 'a payment is captured at once, so leave it out',
  capturemethod: 'a payment is captured at once, so leave it out',
  currency: 'the payment method or the payin has it, so leave it out',
  metadata: 'keep your own data with your reference_id',
};

/** Says that a request has no such field, and which one may be meant. Repeats nothing that the caller wrote. */
export function explainUnknownField(
  schema: z.ZodType,
  parents: readonly PropertyKey[],
  name: string,
): string {
  const hint = suggestField(fieldsOf(schema), parents, plainName(name));
  return `Is not a field of this request${hint === undefined ? '.' : `; ${hint}`}`;
}

function suggestField(
  fields: readonly string[],
  parents: readonly PropertyKey[],
  name: string,
): string | undefined {
  // An item of a list has the fields of every item.
  const parent = parents.filter((each) => typeof each === 'string').join('.');
  const siblings = fields.filter((field) => parentName(field) === parent);
  const meant = Object.hasOwn(OTHER_NAMES, name) ? [OTHER_NAMES[name] ?? []].flat() : [];
  const field =
    siblings.find((sibling) => plainName(lastName(sibling)) === name) ??
    meant.find((each) => fields.includes(each)) ??
    fields.find((each) => plainName(lastName(each)) === name);
  if (field !== undefined) return `did you mean ${field}?`;
  const absent = Object.hasOwn(ABSENT, name) ? ABSENT[name] : undefined;
  if (absent !== undefined) return `${absent}.`;
  const similar = similarName(name, siblings.map(lastName));
  if (similar === undefined) return undefined;
  return `did you mean ${parent === '' ? similar : `${parent}.${similar}`}?`;
}

function lastName(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

function parentName(field: string): string {
  return field.slice(0, Math.max(0, field.lastIndexOf('.')));
}

const fieldsBySchema = new WeakMap<z.ZodType, string[]>();

/** Returns the names of all fields of a body, those of inner objects after the object's name and a point. */
function fieldsOf(schema: z.ZodType): string[] {
  let fields = fieldsBySchema.get(schema);
  if (fields === undefined) {
    const document = jsonSchemaOf(schema, 'input');
    fields = listFields(document, document, '');
    fieldsBySchema.set(schema, fields);
  }
  return fields;
}

/** A body has no deeper objects; a schema that refers to itself would have no end. */
const MOST_LEVELS = 5;

function listFields(document: JsonSchema, schema: unknown, prefix: string, level = 0): string[] {
  if (!isObject(schema) || level > MOST_LEVELS) return [];
  const { properties, items, anyOf, oneOf, allOf, $ref } = schema;
  const same = [
    items,
    resolve(document, $ref),
    ...listOf(anyOf),
    ...listOf(oneOf),
    ...listOf(allOf),
  ];
  const inner = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, member]) => [
    prefix + name,
    ...listFields(document, member, `${prefix}${name}.`, level + 1),
  ]);
  return [...inner, ...same.flatMap((each) => listFields(document, each, prefix, level + 1))];
}

function resolve({ $defs }: JsonSchema, reference: unknown): unknown {
  if (typeof reference !== 'string' || !isObject($defs)) return undefined;
  return $defs[reference.replace('#/$defs/', '')];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
