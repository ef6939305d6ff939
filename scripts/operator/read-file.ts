import { readFile } from 'node:fs/promises';
import { nonEmptyVariables } from '#contract/environment.ts';
import { parseDocument } from 'yaml';
import { CommandFailed } from '../command-line.ts';

/** @throws CommandFailed if there is no such file, or if it cannot be read */
export async function readGivenFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new CommandFailed(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`,
    );
  }
}

/**
 * Reads a file of YAML, or of JSON, with the environment variables that it names.
 *
 * @throws CommandFailed
 */
export async function readYaml(path: string): Promise<unknown> {
  const document = parseDocument((await readGivenFile(path)).toString());
  const wrong = [...document.errors, ...document.warnings].map(
    ({ message }) => `  ${message.split('\n', 1).join('').replace(/:$/, '')}`,
  );
  if (wrong.length > 0)
    throw new CommandFailed([`${path} is not valid YAML:`, ...wrong].join('\n'));
  return withVariables(document.toJS() ?? {});
}

/**
 * Replaces each `${NAME}` in a value's texts by that environment variable.
 *
 * @throws CommandFailed if one is not set
 */
export function withVariables(value: unknown): unknown {
  const variables: Record<string, string | undefined> = nonEmptyVariables(process.env);
  const missing: string[] = [];
  const filled: unknown = JSON.parse(JSON.stringify(value), (member, part: unknown) =>
    typeof part !== 'string'
      ? part
      : part.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (placeholder, name: string) => {
          if (variables[name] === undefined) missing.push(`  ${name}, for ${member}`);
          return variables[name] ?? placeholder;
        }),
  );
  if (missing.length === 0) return filled;
  throw new CommandFailed(['These environment variables are not set:', ...missing].join('\n'));
}
