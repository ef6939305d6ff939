import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** A stand-in for npm: creates what the preparation checks, and leaves a trace. */
const NPM = `
  const { appendFileSync, copyFileSync, mkdirSync, rmSync, symlinkSync } = require('node:fs');
  appendFileSync('trace', 'install ');
  rmSync('node_modules', { recursive: true, force: true });
  mkdirSync('node_modules/.bin', { recursive: true });
  mkdirSync('node_modules/vite/bin', { recursive: true });
  mkdirSync('node_modules/@sveltejs/kit', { recursive: true });
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
  symlinkSync(process.execPath, 'node_modules/.bin/node');
  copyFileSync('vite.js', 'node_modules/vite/bin/vite.js');
  copyFileSync('svelte-kit.js', 'node_modules/@sveltejs/kit/svelte-kit.js');
`;

/** A stand-in for Kit: writes the file that tsconfig.json extends. */
const KIT = `
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
  appendFileSync('trace', process.argv[2] + ' ');
  mkdirSync('.svelte-kit', { recursive: true });
  writeFileSync('.svelte-kit/tsconfig.json', '{}');
`;

/** A stand-in for Vite. As with Vite, the page's build first empties the folder that contains both builds. */
const VITE = `
  const { appendFileSync, mkdirSync, rmSync } = require('node:fs');
  const { basename, join } = require('node:path');
  const project = join(__dirname, '../../..');
  const isConsole = basename(process.cwd()) === 'console';
  appendFileSync(join(project, 'trace'), isConsole ? 'console ' : 'page ');
  console.log('Run npm run preview to preview your production build locally.');
  if (!isConsole) rmSync(join(project, 'build'), { recursive: true, force: true });
  mkdirSync(join(project, isConsole ? 'build/console' : 'build'));
`;

/** A stand-in for the generator of the console's types. */
const TYPES = `
  const { appendFileSync, mkdirSync } = require('node:fs');
  appendFileSync('trace', 'types ');
  mkdirSync('src/console/lib/api/generated', { recursive: true });
`;

/** A stand-in for the service's bundler. */
const BUNDLER = `
  const { appendFileSync, mkdirSync } = require('node:fs');
  appendFileSync('trace', 'service ');
  mkdirSync('build/service', { recursive: true });
`;

function lock(version: string) {
  return JSON.stringify({ packages: { '': {}, 'node_modules/some': { version } } });
}

let clone: string;

function write(file: string, content: string): void {
  mkdirSync(dirname(join(clone, file)), { recursive: true });
  writeFileSync(join(clone, file), content);
}

/** What the last preparation printed. */
let printed: string;

/**
 * Runs the preparation. @returns what it did: "install ", "sync ", "types ", "page console ", "service ", several of them
 * or nothing
 */
function prepare(...args: string[]): string {
  rmSync(join(clone, 'trace'), { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(clone, 'scripts/prepare/prepare.mjs'), ...args],
    { env: { ...process.env, npm_execpath: join(clone, 'npm-cli.js') }, encoding: 'utf8' },
  );
  expect(stdout).toBe('');
  printed = stderr;
  const trace = join(clone, 'trace');
  return existsSync(trace) ? readFileSync(trace, 'utf8') : '';
}

function makeClone(): void {
  clone = mkdtempSync(join(tmpdir(), 'tollgate-prepare-'));
  cpSync(import.meta.dirname, join(clone, 'scripts/prepare'), { recursive: true });
  for (const file of ['svelte.config.js', 'tsconfig.json', 'vite.config.ts']) write(file, '');
  write('package.json', '{}');
  write('package-lock.json', lock('1.0.0'));
  write('src/routes/+page.svelte', '<h1>Pay</h1>');
  write('src/console/app.html', '<title>Console</title>');
  write('src/server.ts', 'start();');
  write('scripts/prepare/bundle-service.ts', BUNDLER);
  write('scripts/prepare/console-types.ts', TYPES);
  write('npm-cli.js', NPM);
  write('vite.js', VITE);
  write('svelte-kit.js', KIT);
}

function removeClone(): void {
  rmSync(clone, { recursive: true });
}

describe('preparing', () => {
  beforeEach(makeClone);
  afterEach(removeClone);

  it('installs and builds on a fresh clone, and does nothing the second time', () => {
    expect(prepare()).toBe('install page console service ');
    expect(prepare()).toBe('');
  });

  it('prints each step with its usual duration, and hides the output of its tools', () => {
    prepare();
    expect(printed.replaceAll(/\d+ s$/gm, 'N s')).toBe(
      [
        'Installing packages (usually about a minute) …',
        '  done in N s',
        'Building the payment page and the docs (usually about 20 s) …',
        '  done in N s',
        'Building the console (usually about 20 s) …',
        '  done in N s',
        'Building the service (usually about 2 s) …',
        '  done in N s\n',
      ].join('\n'),
    );
    prepare();
    expect(printed).toBe('');
  });

  it('shows the output of a tool that fails', () => {
    write('vite.js', 'console.error("There is no page"); process.exit(1);');
    prepare();
    expect(printed).toContain('There is no page\nThe page could not be built\n');
  });

  it('does not build with --no-build', () => {
    expect(prepare('--no-build')).toBe('install sync types ');
    expect(prepare()).toBe('page console service ');
  });

  it('runs svelte-kit sync with --no-build if its output, which tsconfig.json extends, is missing', () => {
    expect(prepare('--no-build')).toBe('install sync types ');
    expect(prepare('--no-build')).toBe('');
    rmSync(join(clone, '.svelte-kit'), { recursive: true });
    expect(prepare('--no-build')).toBe('sync ');
  });

  it("generates the console's types again when the service changes, but builds no page for that", () => {
    prepare('--no-build');
    prepare();
    write('src/service/orders/verb.test.ts', 'changed');
    expect(prepare('--no-build')).toBe('');
    write('src/service/orders/verb.ts', 'changed');
    expect(prepare('--no-build')).toBe('types ');
    expect(prepare()).toBe('service ');
  });

  it('installs and builds again when the lockfile wants another version', () => {
    prepare();
    write('package-lock.json', lock('1.0.1'));
    expect(prepare()).toBe('install page console service ');
  });

  it('installs again after an interrupted installation', () => {
    prepare();
    rmSync(join(clone, 'node_modules/.package-lock.json'));
    expect(prepare()).toBe('install ');
  });

  it('builds again after an interrupted build', () => {
    prepare();
    rmSync(join(clone, 'build/.inputs-sha256'));
    expect(prepare()).toBe('page console service ');
    rmSync(join(clone, 'build/service/.inputs-sha256'));
    expect(prepare()).toBe('service ');
  });
});

describe('preparing after a change', () => {
  // Each change is prepared before the next one is made.
  beforeAll(() => {
    makeClone();
    prepare();
  });
  afterAll(removeClone);

  it.each([
    ['a route', 'src/routes/+page.svelte', 'page console service '],
    ['a new part of the page', 'src/lib/part.ts', 'page console service '],
    ['the console', 'src/console/routes/+page.svelte', 'page console service '],
    ['the domain', 'src/domain/money.ts', 'page console service '],
    ['a static file', 'static/robots.txt', 'page console service '],
    ['the configuration', 'svelte.config.js', 'page console service '],
    ["the build's own plugins", 'vite/plugin.ts', 'page console service '],
    ['the service', 'src/service/orders/verb.ts', 'service '],
    ['the server', 'src/server.ts', 'service '],
    ['a test of both', 'src/domain/money.test.ts', ''],
    ['a test of the service', 'src/service/orders/verb.test.ts', ''],
  ])('rebuilds only what depends on %s', (_what, file, expected) => {
    write(file, 'changed');
    expect(prepare()).toBe(expected);
  });
});
