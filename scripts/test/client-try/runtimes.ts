import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The runtimes and bundlers from npm with which the package is tried. */
const TO_INSTALL = [
  ...[20, 22, 24].map(
    (major) => `node${major}@npm:node-${process.platform}-${process.arch}@${major}`,
  ),
  'deno@2',
  'bun@1',
  'esbuild',
  'rollup@4',
  '@rollup/plugin-node-resolve',
  'webpack@5',
  'vite@8',
];

/** Installs them in a separate folder, outside the merchant's project. @returns the folder of their modules */
export async function installRuntimes(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--loglevel=error', ...TO_INSTALL], { cwd: folder });
  return join(folder, 'node_modules');
}

export interface Trial {
  name: string;
  /** Runs in the merchant's project, which has the package and a program. */
  run: (project: string, env: NodeJS.ProcessEnv) => Promise<string>;
}

/** Returns trials that run the program and return what it printed. */
export function runtimeTrials(modules: string): Trial[] {
  const trial = (name: string, program: string, ...args: string[]): Trial => ({
    name,
    run: (project, env) => printed(join(modules, program), [...args, 'program.js'], project, env),
  });
  return [
    ...[20, 22, 24].map((major) => trial(`Node ${major}`, `node${major}/bin/node`)),
    trial('Deno', '.bin/deno', 'run', '--allow-all', '--node-modules-dir=manual'),
    trial('Bun', '.bin/bun', 'run'),
  ];
}

export async function printed(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { stdout } = await run(program, [...args], { cwd, env: { ...process.env, ...env } });
  return stdout.trim();
}
