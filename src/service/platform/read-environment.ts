import { whatIsSet } from '#contract/environment.ts';
import type { z } from 'zod';
import type { Rule, Valid } from './config-rules.ts';
import { StartError } from './start-error.ts';

export class ConfigError extends StartError {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * What two readers make of one environment.
 *
 * @throws ConfigError with what either of them finds wrong
 */
export function readBoth<First, Second>(first: () => First, second: () => Second): [First, Second] {
  const results = [attempted(first), attempted(second)] as const;
  const problems = results.flatMap((result) => ('problems' in result ? result.problems : []));
  const [one, other] = results;
  if ('problems' in one || 'problems' in other) throw new ConfigError(problems);
  return [one.value, other.value];
}

function attempted<Value>(read: () => Value): { value: Value } | Pick<ConfigError, 'problems'> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems };
    throw error;
  }
}

interface Variables<Values> {
  complete: z.ZodType<Values>;
  /** The same with nothing demanded. */
  partial: z.ZodType<Valid<Values>>;
  rules: readonly Rule<Values>[];
}

/**
 * The variables, judged one by one and against each other in one go.
 *
 * @throws ConfigError naming every variable that is wrong. Values are never repeated: some are secrets.
 */
export function readEnvironment<Values>(
  { complete, partial, rules }: Variables<Values>,
  env: NodeJS.ProcessEnv,
): Values {
  const given = whatIsSet(env);
  const parsed = complete.safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues;
  const faulty = new Set(issues.map(({ path }) => String(path[0])));
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)));
  const values = partial.parse(valid);
  const broken = rules.filter(
    (rule) => !rule.about.some((name) => faulty.has(name)) && rule.broken(values),
  );
  if (parsed.success && broken.length === 0) return parsed.data;
  throw new ConfigError([
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...broken.map(sentence),
  ]);
}

/** What rules say of values that are used all the same. */
export function warningsAbout<Values>(
  values: Valid<Values>,
  rules: readonly Rule<Values>[],
): string[] {
  return rules.filter((rule) => rule.broken(values)).map(sentence);
}

function sentence({
  about: [name],
  message,
}: {
  about: readonly [string, ...unknown[]];
  message: string;
}): string {
  return `${name} ${message}`;
}
