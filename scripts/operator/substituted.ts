import { nonEmptyVariables } from '#contract/environment.ts';
import type { Failed } from './ask-service.ts';

const PLACEHOLDER = /\$\{([A-Za-z_]\w*)\}/g;

/** Replaces each `${NAME}` in a value's texts by that environment variable, or says which are not set. */
export function substituted<Value>(value: Value): { ok: true; value: Value } | Failed;
export function substituted(value: unknown): { ok: true; value: unknown } | Failed {
  const set: Record<string, string | undefined> = nonEmptyVariables(process.env);
  const missing: string[] = [];

  function filled(part: unknown, place: string): unknown {
    if (typeof part === 'string') {
      return part.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
        const text = set[name];
        if (text === undefined) missing.push(`  ${name}, for ${place}`);
        return text ?? placeholder;
      });
    }
    if (Array.isArray(part)) return part.map((item, index) => filled(item, `${place}[${index}]`));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [
        name,
        filled(member, place === '' ? name : `${place}.${name}`),
      ]),
    );
  }

  const made = filled(value, '');
  return missing.length === 0
    ? { ok: true, value: made }
    : { ok: false, message: ['These environment variables are not set:', ...missing].join('\n') };
}
