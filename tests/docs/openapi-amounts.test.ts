/** Validators accept every valid amount and rate, also those that divide doubles and those of other languages. */
import { spawnSync } from 'node:child_process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { formatMinor } from '#domain/money.ts';
import { operatorDocument } from '#service/http/operator/openapi.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { DEVELOPER_DOCUMENT, DOCUMENT } from '../../packages/tollgate/conformance/validate.ts';

const DOCUMENTS: [name: string, document: object][] = [
  ['payments', DOCUMENT],
  ['merchants', DEVELOPER_DOCUMENT],
  ['operators', operatorDocument(OPERATOR_COMMANDS)],
];

const MOST_MINOR = 99_999_999_999_999n;

/** 10,000 amounts: each up to 80.00, then ever larger ones up to the largest, with all kinds of decimals. */
const AMOUNTS = Array.from({ length: 10_000 }, (_, n) => {
  const small = BigInt(n + 1);
  const minor = small <= 8_000n ? small : (MOST_MINOR * (small - 8_000n)) / 2_000n - (small % 97n);
  return Number(formatMinor(n === 9_999 ? MOST_MINOR : minor));
});

interface NumberSchema {
  pointer: string;
  schema: Record<string, unknown>;
}

/** Returns the schemas of numbers with a fraction: amounts, percentages, rates, shares and hours. */
function numberSchemas(value: object, pointer = '#'): NumberSchema[] {
  const own =
    Reflect.get(value, 'type') === 'number' ? [{ pointer, schema: Object(value) as object }] : [];
  const nested = Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    typeof member === 'object' && member !== null && !/^examples?$/.test(key)
      ? numberSchemas(member, `${pointer}/${key}`)
      : [],
  );
  return [...own, ...nested] as NumberSchema[];
}

/** Returns the values that a schema is about: those within its bounds, which have round numbers. */
function valuesFor({ schema }: NumberSchema): number[] {
  const most = Number(schema['maximum'] ?? Infinity);
  return AMOUNTS.filter((value) => value <= most);
}

describe.each(DOCUMENTS)('the document for %s', (_, document) => {
  const schemas = numberSchemas(document);

  it('has no rule for numbers that doubles cannot hold exactly', () => {
    expect(schemas.length).toBeGreaterThan(0);
    const inexact = schemas.filter(
      ({ schema }) =>
        'multipleOf' in schema ||
        ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].some(
          (rule) => !Number.isSafeInteger(schema[rule] ?? 0),
        ),
    );
    expect(inexact).toEqual([]);
  });

  it('accepts 10,000 amounts in a validator that divides, with its usual settings', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    const refused = schemas.flatMap((place) => {
      const validate = ajv.compile(place.schema);
      return valuesFor(place)
        .filter((value) => !validate(value))
        .map((value) => `${place.pointer} refuses ${String(value)}`);
    });
    expect(refused).toEqual([]);
  });
});

const PYTHON = process.env['PYTHON_PATH'] ?? 'python3';
const PROGRAM = `
import decimal, json, sys
from jsonschema import Draft202012Validator
text = sys.stdin.read()
for parse in (float, decimal.Decimal):
    for schema, values in json.loads(text, parse_float=parse):
        validator = Draft202012Validator(schema)
        for value in values:
            if not validator.is_valid(value):
                print(json.dumps(schema, default=str), value)
`;
const hasPython = spawnSync(PYTHON, ['-c', 'import jsonschema']).status === 0;

describe('jsonschema for Python', () => {
  it.skipIf(!hasPython)('accepts them as doubles and as decimals', () => {
    const schemas = new Map(
      DOCUMENTS.flatMap(([, document]) => numberSchemas(document)).map((place) => {
        const { description: _, ...rules } = place.schema;
        return [JSON.stringify(rules), [rules, valuesFor(place)]];
      }),
    );
    const { status, stdout, stderr } = spawnSync(PYTHON, ['-W', 'ignore', '-c', PROGRAM], {
      input: JSON.stringify([...schemas.values()]),
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});
