import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { formatMinor } from '#domain/money.ts';
import { failure, success, type Result } from '#domain/result.ts';
import { z } from 'zod';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';
import type { TooManyComparisons } from './card-comparisons.ts';
import { usableMethod, type MethodRefusal, type RequestedMethod } from './evaluate-order.ts';
import type { GateMethod, MerchantSettings, StaleSettings } from '../merchants/settings.ts';

/** The order that a request created, now or before. */
export interface Created<Row> {
  order: Row;
  /** An earlier, identical request created it. */
  replayed: boolean;
}

/** The reference is taken by an order that a different request created. */
export interface Duplicate {
  code: 'duplicate';
  existingOrderId: string;
  differingFields: string[];
}

/** The reference is empty, and another request created the only order with it. */
export interface EmptyReferenceUsed {
  code: 'empty_reference_used';
}

/** Why a request created no order. */
type CreationProblem =
  | Duplicate
  | EmptyReferenceUsed
  | { code: 'method'; refusal: MethodRefusal }
  | StaleSettings
  | TooManyComparisons;

export type Creation<Row> = Result<Created<Row>, CreationProblem>;

/**
 * Returns the method for a request, or the answer if the method cannot be used. A repeated request gets its order even
 * if its method was switched off since.
 */
export async function methodOrAnswer<Row>(
  { methods }: MerchantSettings,
  request: RequestedMethod,
  findDuplicate: () => Promise<Creation<Row> | undefined>,
): Promise<{ method: GateMethod } | { answer: Creation<Row> }> {
  const method = usableMethod(methods, request);
  if (method.ok) return { method: method.value };
  const refusal = { code: 'method', refusal: method.problem } as const;
  return { answer: (await findDuplicate()) ?? failure(refusal) };
}

/** Answers a request whose reference is taken: with the order if the request is the same, otherwise with a conflict. */
export function replayOrConflict<Row extends { id: string }>(
  order: Row,
  differing: string[],
): Result<Created<Row>, Duplicate> {
  return differing.length === 0
    ? success({ order, replayed: true })
    : failure({ code: 'duplicate', existingOrderId: order.id, differingFields: differing });
}

/**
 * Answers a request whose reference is empty, if there is an order with it: with the order if it is the same signed
 * request, otherwise with a refusal. An empty reference says nothing about what a request is for, so another payer's
 * request may have the same content.
 */
export function replayOfEmptyReference<Row extends { request: RecordedRequest }>(
  order: Row,
  signed: Buffer,
): Result<Created<Row>, EmptyReferenceUsed> {
  return order.request[SIGNED_REQUEST] === signed.toString('hex')
    ? success({ order, replayed: true })
    : failure({ code: 'empty_reference_used' });
}

/** The member of a recorded request with the hash of the signed request, if its reference is empty. */
const SIGNED_REQUEST = 'signed_request';

/** Returns what to record besides a request: the hash of the signed request, if only that identifies it. */
export function signedMember(
  { reference_id: reference }: { reference_id: string },
  signed: Buffer,
) {
  return reference === '' ? { [SIGNED_REQUEST]: signed.toString('hex') } : {};
}

/** What is stored of a create request to distinguish a repeated one from a different one. */
export type RecordedRequest = z.output<typeof fields>;

const fields = z.record(z.string(), z.unknown());

/** Serializes a validated request as it is recorded, with the amount as decimal text. */
export function requestJson(request: { amount: bigint }): string {
  return JSON.stringify({ ...request, amount: formatMinor(request.amount) });
}

/** Converts a request to JSON and back, so that undefined members are absent, as they are in a stored request. */
export function recordedRequest(request: { amount: bigint }): RecordedRequest {
  return fields.parse(JSON.parse(requestJson(request)));
}

/** The fields that say nothing about a customer. A payout's destination is recorded as its keyed hash. */
const FIELDS_NOT_ERASED = new Set([
  'reference_id',
  'amount',
  'currency',
  'merchant_gate_method_id',
  'destination_account',
  SIGNED_REQUEST,
]);
/** The member that holds the hashes of erased fields. No field of a request has this name. */
const ERASED = 'erased';

const erasedRequest = z.looseObject({ [ERASED]: z.record(z.string(), z.string()) });

/**
 * Replaces what a recorded request says about a customer by keyed hashes. They still distinguish a repeated request
 * from a different one, field by field.
 */
export function eraseRequest(keyring: Keyring, request: RecordedRequest): RecordedRequest {
  if (erasedRequest.safeParse(request).success) return request;
  const members = Object.entries(request);
  const erased = members
    .filter(([field, value]) => !FIELDS_NOT_ERASED.has(field) && withoutEmpty(value) !== undefined)
    .map(([field, value]) => [field, fieldFingerprint(keyring, field, value)] as const);
  return {
    ...Object.fromEntries(members.filter(([field]) => FIELDS_NOT_ERASED.has(field))),
    [ERASED]: Object.fromEntries(erased),
  };
}

function fieldFingerprint(keyring: Keyring, field: string, value: unknown): string {
  const text = JSON.stringify([field, withoutEmpty(value)], sortMembers);
  return keyring.fingerprint(FINGERPRINTED.requestField, text).toString('hex');
}

/** Sorts the members of an object, because jsonb does not keep their order. */
function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries<unknown>({ ...value });
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the fields in which a recorded and a repeated request differ; none if they are the same request. An empty
 * value is the same as a missing one, at any depth.
 */
export function differingFields(
  keyring: Keyring,
  recorded: RecordedRequest,
  repeated: RecordedRequest,
): string[] {
  const erased = erasedRequest.safeParse(recorded);
  if (!erased.success) return differing(recorded, repeated);
  return differing(flattenErased(recorded), flattenErased(eraseRequest(keyring, repeated)));
}

function flattenErased({ [ERASED]: erased, ...kept }: RecordedRequest): RecordedRequest {
  return { ...kept, ...fields.parse(erased) };
}

function differing(recorded: RecordedRequest, repeated: RecordedRequest): string[] {
  const names = new Set([...Object.keys(recorded), ...Object.keys(repeated)]);
  return [...names]
    .filter(
      (field) => !isDeepStrictEqual(withoutEmpty(recorded[field]), withoutEmpty(repeated[field])),
    )
    .sort();
}

/** Returns a value without its empty members; undefined if nothing is left. */
function withoutEmpty(value: unknown): unknown {
  if (value === '') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, withoutEmpty(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** What identifies a signed request: the same bytes under the same key and timestamp have the same signature. */
export interface SignedRequest {
  timestamp: string;
  signature: string;
}

/**
 * Hashes what identifies a signed request: the MAC covers method, path, timestamp and body. A signature in upper case
 * gives the same hash as in lower case.
 */
export function hashSignedRequest(
  { keyId }: { keyId: string },
  { timestamp, signature }: SignedRequest,
): Buffer {
  const signed = `${keyId}\n${timestamp}\n${signature.toLowerCase()}`;
  return createHash('sha256').update(signed).digest();
}
