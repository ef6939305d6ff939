import { whatIsSet } from '#contract/environment.ts';
import type { z } from 'zod';
import type { Rule, Sound } from './config-rules.ts';
import { StartError } from './start-error.ts';

export class ConfigError extends StartError {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

interface Variables<Values> {
  whole: z.ZodType<Values>;
  /** The same with nothing demanded. */
  partial: z.ZodType<Sound<Values>>;
  rules: readonly Rule<Values>[];
}

/**
 * The variables, judged one by one and against each other in one go.
 *
 * @throws ConfigError naming every variable that is wrong. Values are never repeated: some are secrets.
 */
export function readEnvironment<Values>(
  { whole, partial, rules }: Variables<Values>,
  env: NodeJS.ProcessEnv,
): Values {
  const given = whatIsSet(env);
  const parsed = whole.safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues;
  const faulty = new Set(issues.map(({ path }) => String(path[0])));
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)));
  const values = partial.parse(sound);
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
  values: Sound<Values>,
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
