import { nonEmptyVariables } from '#contract/environment.ts';

const PLACEHOLDER = /\$\{([A-Za-z_]\w*)\}/g;

interface Missing {
  name: string;
  /** The member that contains the placeholder. */
  place: string;
}

/**
 * Replaces each `${NAME}` in a value's texts by that environment variable. Also returns the variables that are not
 * set.
 */
export function substituteVariables(
  value: unknown,
  env: NodeJS.ProcessEnv,
): { value: unknown; missing: Missing[] } {
  const set: Record<string, string | undefined> = nonEmptyVariables(env);
  const missing: Missing[] = [];

  function filled(part: unknown, place: string): unknown {
    if (typeof part === 'string') {
      return part.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
        const text = set[name];
        if (text === undefined) missing.push({ name, place });
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

  return { value: filled(value, ''), missing };
}

export function unsetVariables(missing: readonly Missing[]): string {
  const lines = missing.map(({ name, place }) => `  ${name}, for ${place}`);
  return ['These environment variables are not set:', ...lines].join('\n');
}
