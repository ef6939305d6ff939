/**
 * `npm run client -- try`: tries the package from its tarball, in an otherwise empty project, on the runtimes and
 * with the bundlers that npm offers. Installs them in a temporary folder, which takes a minute and 1 GB.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { PROGRAM, SEEN } from './client-try/client-program.ts';
import { startService, type RunningService } from '../../tests/support/process/service.ts';
import { bundlerTrials } from './client-try/bundlers.ts';
import { packClient } from '../release/client/pack-client.ts';
import { installRuntimes, runtimeTrials, type Trial } from './client-try/runtimes.ts';

const IN_BROWSERS = `
import { parseWebhook, PROBLEM_NAMES } from 'tollgate/client';

const order = { id: '1', status: 'SUCCESS', amount: 1, currency: 'EUR', pay_url: 'https://a.example' };
const parsed = parseWebhook(new TextEncoder().encode(JSON.stringify([order])));
export const result = { problemNames: [...PROBLEM_NAMES], read: parsed.ok && parsed.type };
`;

process.env['TEST_ENGINE'] = 'pglite';
const folder = await mkdtemp(join(tmpdir(), 'tollgate-client-try-'));
try {
  process.exitCode = await tryAll();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function tryAll(): Promise<number> {
  const project = await emptyProject();
  const modules = await installRuntimes(join(folder, 'runtimes'));
  const running = await startService();
  try {
    let failed = 0;
    for (const trial of [...runtimeTrials(modules), ...bundlerTrials(modules)]) {
      const [isGood, said] = await outcome(trial, project, running);
      if (!isGood) failed += 1;
      console.log(`| ${trial.name.padEnd(21)} | ${isGood ? 'yes' : 'NO'} | ${said} |`);
    }
    console.log(failed === 0 ? 'It works on all of them.' : `It does not work on ${failed}.`);
    return failed === 0 ? 0 : 1;
  } finally {
    await running.close();
  }
}

async function outcome(
  { run }: Trial,
  project: string,
  { baseUrl, sandbox }: RunningService,
): Promise<[isGood: boolean, said: string]> {
  const startedMs = performance.now();
  const env = {
    BASE_URL: baseUrl,
    KEY_ID: sandbox.api_key_id,
    SECRET: sandbox.api_secret,
    METHOD: sandbox.methods['card_eur'],
  };
  try {
    const said = await run(project, env);
    const took = `${Math.round(performance.now() - startedMs)} ms`;
    if (!said.startsWith('{')) return [true, `${said}, ${took}`];
    return [isDeepStrictEqual(JSON.parse(said), SEEN), took];
  } catch (error) {
    return [false, String(error).replaceAll('\n', ' ').slice(0, 300)];
  }
}

/** Creates a project as a merchant's developer would, with nothing installed but the tarball. */
async function emptyProject(): Promise<string> {
  const project = await mkdtemp(join(folder, 'project-'));
  const tarball = await packClient(join(folder, 'dist'));
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const install = ['install', '--loglevel=error', tarball];
  await promisify(execFile)('npm', install, { cwd: project });
  const installed = await readdir(join(project, 'node_modules'));
  console.log(`Installed: ${installed.filter((name) => !name.startsWith('.')).join(', ')}`);
  const client = await readFile(join(project, 'node_modules/tollgate/client.js'), 'utf8');
  if (/from\s*["']#/.test(client)) throw new Error('The package imports by names of this project');
  await writeFile(join(project, 'program.js'), stripTypeScriptTypes(PROGRAM));
  await writeFile(join(project, 'browser.js'), IN_BROWSERS);
  return project;
}
