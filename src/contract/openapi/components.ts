import type { z } from 'zod';
import * as enumerations from '../schemas/enumerations.ts';
import { country } from '../schemas/fields.ts';
import { ANSWERED_CUSTOMERS, GIVEN_CUSTOMERS } from './described/customers.ts';
import type { Described, Member } from './described/described.ts';
import { ORDERS } from './described/orders.ts';
import { PROBLEM_BODIES } from './described/problems.ts';
import { REQUESTS } from './described/requests.ts';
import { TOOL_ANSWERS, TOOL_REQUESTS } from './described/tools.ts';
import { jsonSchemaOf, referenceTo, type JsonSchema, type Side } from './json-schema.ts';

/** Lists of words that occur in many places. */
const WORDS: readonly [name: string, schema: z.ZodType, says: string][] = [
  [
    'Currency',
    enumerations.currency,
    'ISO 4217, and USDT_TRON for Tether on TRON. All have two decimals here.',
  ],
  ['OrderStatus', enumerations.orderStatus, 'Where an order is in its life.'],
  ['Resolution', enumerations.resolution, 'How an order ended.'],
  [
    'ResolutionCode',
    enumerations.resolutionCode,
    'Why an order did not succeed, or why a request was refused.',
  ],
  ['PaymentSource', enumerations.paymentSource, 'Where money comes from, or goes to.'],
  [
    'DeviceChannel',
    enumerations.deviceChannel,
    'How the payer came, in the words of EMV 3-D Secure.',
  ],
  ['Country', country, 'The officially assigned codes of ISO 3166-1 alpha-2.'],
];

/** What an interface's description refers to by name. */
export interface Components {
  words: typeof WORDS;
  given: readonly Described[];
  answered: readonly Described[];
}

export const INTERFACE: Components = {
  words: WORDS,
  given: [...REQUESTS, ...GIVEN_CUSTOMERS],
  answered: [...ORDERS, ...ANSWERED_CUSTOMERS, ...PROBLEM_BODIES],
};

const WORDS_OF_TOOLS = ['Currency', 'OrderStatus', 'ResolutionCode'];

export const TOOLS: Components = {
  words: WORDS.filter(([name]) => WORDS_OF_TOOLS.includes(name)),
  given: TOOL_REQUESTS,
  answered: [...TOOL_ANSWERS, ...PROBLEM_BODIES],
};

const NAMES: ReadonlyMap<unknown, string> = new Map([
  ...WORDS.map(([name, schema]) => [schema, name] as const),
  ...[INTERFACE, TOOLS]
    .flatMap(({ given, answered }) => [...given, ...answered])
    .map(({ name, schema }) => [schema, name] as const),
]);

/** A schema of the contract as the document has it: by reference where it has a name. */
export function schemaOf(schema: z.ZodType, io: Side): JsonSchema {
  const name = NAMES.get(schema);
  return name === undefined ? jsonSchemaOf(schema, io, nameOf) : referenceTo(name);
}

const nameOf = (schema: unknown) => NAMES.get(schema);

/** Everything that is referred to by its name. */
export function componentSchemas({
  words,
  given,
  answered,
}: Components): Record<string, JsonSchema> {
  return {
    ...Object.fromEntries(
      words.map(([name, schema, says]) => [
        name,
        { description: says, ...jsonSchemaOf(schema, 'input') },
      ]),
    ),
    ...Object.fromEntries(given.map((each) => [each.name, describe(each, 'input')])),
    ...Object.fromEntries(answered.map((each) => [each.name, describe(each, 'output')])),
  };
}

function describe({ schema, says, members }: Described, io: Side): JsonSchema {
  const object = jsonSchemaOf(schema, io, nameOf);
  const properties = Object.entries(asSchema(object['properties'])).map(([name, property]) => [
    name,
    saidOf(asSchema(property), members[name] ?? ''),
  ]);
  return { description: says, ...object, properties: Object.fromEntries(properties) };
}

/** A rule that the schema itself states stands behind what is said of the member. */
function saidOf(property: JsonSchema, member: Member): JsonSchema {
  const { says, constraints } =
    typeof member === 'string' ? { says: member, constraints: {} } : member;
  const { description: rule, ...rest } = property;
  const description = typeof rule === 'string' ? `${says} ${rule}` : says;
  return { description, ...rest, ...constraints };
}

function asSchema(value: unknown): JsonSchema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
