import type { Problem } from './problem.ts';

/** The fragments of `type`. Every refusal of the service has one. */
export const PROBLEM_NAMES = [
  'unauthorized',
  'timestamp-out-of-range',
  'timestamp-in-milliseconds',
  'timestamp-in-microseconds',
  'timestamp-in-nanoseconds',
  'forbidden',
  'invalid',
  'not-found',
  'refund-not-found',
  'dispute-not-found',
  'link-not-found',
  'no-such-webhook',
  'no-such-path',
  'method-not-allowed',
  'duplicate',
  'not-awaiting-card-data',
  'not-awaiting-challenge',
  'not-refundable',
  'not-cancellable',
  'nothing-to-trigger',
  'malformed',
  'too-slow',
  'too-large',
  'unsupported-type',
  'unsupported-encoding',
  'head-too-large',
  'method-not-found',
  'method-inactive',
  'currency-invalid',
  'payment-method-not-supported',
  'another-card',
  'merchant-misconfiguration',
  'too-many-requests',
  'too-many-cards',
  'internal',
  'unavailable',
  'quiet',
] as const;
export type ProblemName = (typeof PROBLEM_NAMES)[number];

/** Returns a problem's name; undefined for a problem of another deployment or a later release. */
export function problemNameOf({ type }: Pick<Problem, 'type'>): ProblemName | undefined {
  const fragment = type.slice(type.indexOf('#') + 1);
  return PROBLEM_NAMES.find((name) => name === fragment);
}
