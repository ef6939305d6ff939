import { isMissing, jsonPointer } from '#contract/violations.ts';
import type { z } from 'zod';
import type { InputError } from './answer.ts';

/** Says that a member is missing, in place of zod's "expected string, received undefined". */
export const REQUIRED: z.core.$ZodErrorMap = ({ input }) =>
  input === undefined ? 'Is required.' : undefined;

/**
 * Converts zod's issues with a value to errors: one for each unknown member, and one for each other issue.
 *
 * @param pointer leads to the value, in the whole input
 */
export function errorsIn(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  pointer = '',
): InputError[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        pointer: pointer + jsonPointer([...issue.path, key]),
        code: 'unknown_field',
        detail: 'Is unknown.',
      }));
    }
    const code = isMissing(value, issue.path) ? 'required' : codeOf(issue);
    return { pointer: pointer + jsonPointer(issue.path), code, detail: toSentence(issue.message) };
  });
}

function codeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return 'type';
    case 'invalid_value':
      return 'enum';
    case 'invalid_format':
      return issue.format === 'regex' ? 'pattern' : 'format';
    case 'too_small':
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'range';
    case 'custom':
      return String(issue.params?.['code'] ?? 'invalid');
    default:
      return 'invalid';
  }
}

export function toSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
