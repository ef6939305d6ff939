/** The build that `npm start` runs, made by scripts/prepare. */
import { readdir, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../support/documents.ts';
import { startedServer, startServer } from '../support/process/program.ts';

const FOLDER = join(PROJECT, 'build/service');
const PROGRAM = join(FOLDER, 'server.js');
const PAGE_ALONE = {
  ORDERS_API_URL: 'http://127.0.0.1:9',
  ORDERS_API_KEY_ID: crypto.randomUUID(),
  ORDERS_API_SECRET: 'x'.repeat(43),
};

/** Returns an environment that runs code before the program. */
function ahead(code: string) {
  return {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}`,
  };
}

/** Makes the server's listener throw. */
const BREAK_LISTENING = `
  import http from 'node:http';
  import { syncBuiltinESMExports } from 'node:module';
  http.createServer = () => { throw new Error('broken for a test'); };
  syncBuiltinESMExports();`;

it('an error of the built service names its place in the sources', async () => {
  const start = await startServer(
    { ...PAGE_ALONE, ...ahead(BREAK_LISTENING) },
    { program: PROGRAM },
  );
  const output = start.ready ? await start.server.stop('SIGKILL') : start.output;
  const [, file = '', line] =
    /at createHttpServer \(([^:]*\/src\/server\/http-server\.ts):(\d+)/.exec(String(output)) ?? [];
  const lines = (await readFile(file, 'utf8')).split('\n');
  expect(lines[Number(line) - 1]).toContain('createServer(');
});

/** The heading that the bundler puts before each bundled file. */
const HEADING = /^\/\/ ((?:src|node_modules)\/\S+)$/;
const MAKES_AN_ERROR = /^(?!\s*\*).*\bError\(/;

/**
 * Returns a module's lines that may create an error, each with the file in its heading and the file in the source map.
 */
async function linesWithErrors(module: string): Promise<{ headed: string; mapped: string }[]> {
  const text = await readFile(join(FOLDER, module), 'utf8');
  const payload: unknown = JSON.parse(await readFile(join(FOLDER, `${module}.map`), 'utf8'));
  const map = new SourceMap(payload as SourceMapPayload);
  let headed = '';
  return text.split('\n').flatMap((line, index) => {
    headed = HEADING.exec(line)?.[1] ?? headed;
    if (!MAKES_AN_ERROR.test(line)) return [];
    const origin = map.findOrigin(index + 1, line.search(/\S/) + 1);
    const mapped = 'fileName' in origin ? origin.fileName.replace(/^(\.\.\/)+/, '') : '';
    return [{ headed, mapped }];
  });
}

// Our own errors are logged with their message, those of packages without it (contract/describe-error.ts).
it("the source maps attribute no package's code to our sources", async () => {
  const modules = (await readdir(FOLDER)).filter((name) => name.endsWith('.js.map'));
  const found = await Promise.all(modules.map((name) => linesWithErrors(name.slice(0, -4))));
  const lines = found.flat();
  expect(lines.filter(({ headed, mapped }) => headed !== mapped)).toEqual([]);
  expect(lines.filter(({ headed }) => headed.startsWith('src/')).length).toBeGreaterThan(50);
  expect(lines.filter(({ headed }) => headed.startsWith('node_modules/')).length).toBeGreaterThan(
    100,
  );
});

it('the build contains every statement of the sources', async () => {
  // Some bundlers consider this statement to have no effect, and drop it.
  const statement = /^\s*decodeURI\(target\);$/m;
  expect(await readFile(join(PROJECT, 'src/server/dispatch.ts'), 'utf8')).toMatch(statement);
  const modules = (await readdir(FOLDER)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(modules.map((name) => readFile(join(FOLDER, name), 'utf8')));
  expect(texts.filter((text) => statement.test(text))).toHaveLength(1);
});

const PRINT_LOADED = `
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.startsWith('file:')) console.log('loaded ' + url);
    return next(url, context);
  } });`;

it('the build is a dozen modules', async () => {
  const env = { ...PAGE_ALONE, ...ahead(PRINT_LOADED) };
  const server = await startedServer(env, { program: PROGRAM });
  await server.stop('SIGTERM');
  const loaded = [...server.output().matchAll(/^loaded \S*?\/(build\/service|src)\//gm)];
  expect(loaded.map(([, folder]) => folder)).not.toContain('src');
  expect(loaded.length).toBeLessThan(15);
});
