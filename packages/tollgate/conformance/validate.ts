/** Validates values against a schema at a place in the OpenAPI documents. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { developerDocument, openApiDocument } from '../../../src/contract/openapi/document.ts';

export const DOCUMENT = openApiDocument('https://pay.example');

/** @param place the path of members from the document's root. @returns the faults, empty if the value is valid */
export type FaultsAt = (place: readonly (string | number)[], value: unknown) => string[];

export const faultsAt: FaultsAt = faultsBy(DOCUMENT);

export const DEVELOPER_DOCUMENT = developerDocument('https://pay.example');

export const developerFaultsAt: FaultsAt = faultsBy(DEVELOPER_DOCUMENT);

/** Returns a validator for the schemas of a document. */
export function faultsBy(document: object): FaultsAt {
  const address = 'https://pay.example/openapi.json';
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv, ['uuid', 'uri', 'email', 'date', 'date-time', 'ipv4', 'ipv6']);
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addSchema({ $id: address, ...closed(document) });
  const validators = new Map<string, ValidateFunction>();
  return (place, value) => {
    const pointer = place.map((name) => `/${escape(String(name))}`).join('');
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${address}#${pointer}` });
    validators.set(pointer, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(describe);
  };
}

function describe({ instancePath, message = '', params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

function escape(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/**
 * Closes the schemas of a document: answers may gain members in future, but in these tests an object must have no
 * unlisted member.
 */
function closed(value: object): object {
  const list: unknown[] | undefined = Array.isArray(value) ? value : undefined;
  if (list) return list.map(closedMember);
  const members = Object.entries(value).map(
    ([name, member]) => [name, closedMember(member)] as const,
  );
  const isObject = 'properties' in value && Reflect.get(value, 'type') === 'object';
  return {
    ...Object.fromEntries<unknown>(members),
    ...(isObject && { additionalProperties: false }),
  };
}

function closedMember(member: unknown): unknown {
  return typeof member === 'object' && member !== null ? closed(member) : member;
}
