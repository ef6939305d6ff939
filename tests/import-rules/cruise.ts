import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { z } from 'zod';

import { PROJECT } from '../support/documents.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const CRUISER = join(PROJECT, 'node_modules/.bin/depcruise');
const RULES = join(PROJECT, '.dependency-cruiser.mjs');

const named = z.object({ name: z.string() });

const dependency = z
  .object({
    /** Set for imports such as "node:crypto", whose module is then "crypto". */
    protocol: z.string().default(''),
    module: z.string(),
    rules: z.array(named).default([]),
  })
  .transform(({ protocol, module, rules }) => ({
    written: `${protocol}${module}`,
    rules: rules.map((rule) => rule.name),
  }));

const report = z.object({
  summary: z.object({ ruleSetUsed: z.object({ forbidden: z.array(named) }) }),
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(dependency),
    }),
  ),
});

export interface Cruise {
  /** The names of all rules. */
  readonly rules: readonly string[];
  /** Returns the names of the rules that an import breaks; undefined if the file does not import it. */
  broken(file: string, imports: string): string[] | undefined;
}

/** Checks the project's import rules on a tree, as `npm run check` does. */
export function cruise(tree: string): Cruise {
  const args = ['--config', RULES, '--output-type', 'json', 'src', 'packages'];
  const { stdout, stderr } = spawnSync(CRUISER, args, {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: Infinity,
    timeout: PATIENCE_MS,
  });
  if (!stdout) throw new Error(`The rules could not be held against the tree: ${stderr}`);
  const { summary, modules } = report.parse(JSON.parse(stdout));
  return {
    rules: summary.ruleSetUsed.forbidden.map((rule) => rule.name),
    broken: (file, imports) =>
      modules
        .find((module) => module.source === file)
        ?.dependencies.find(({ written }) => written === imports)?.rules,
  };
}
