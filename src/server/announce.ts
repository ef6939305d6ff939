import { toVisibleLines, type Config } from '#service/start.ts';
import { consoleUrl, browserUrl } from './page.ts';
import type { Started } from './process.ts';

const DATABASE_TEXTS = {
  pglite:
    'PGlite, embedded: survives a crash of this process, but not a power cut; one process only',
  postgres: 'PostgreSQL: acknowledged data is as safe as that server',
} as const;

const READY = 'Tollgate is ready.';

/** One item of the start-up message. `words` is the label for people, `name` the field for programs. */
type Fact = [name: string, words: string, value: string];

/** Prints what a new user wants to know, and what an operator wants in the log. */
export function announce(config: Config, started: Started): void {
  const facts = config.mode === 'page' ? pageAlone(config) : fullService(config, started);
  if (process.stdout.isTTY) {
    const lines = facts.map(([, words, value]) => `  ${words.padEnd(LONGEST_WORDS)}  ${value}`);
    console.info([READY, ...lines].join('\n'));
  } else {
    const members = Object.fromEntries(facts.map(([name, , value]) => [name, value]));
    writeLine('info', READY, members);
  }
}

const LONGEST_WORDS = 14;

/** Log levels as pino numbers them. */
const LEVELS = { info: 30, warn: 40 } as const;

/** Prints a message before the log exists, or independently of it: text on a terminal, else a line of JSON. */
export function say(level: keyof typeof LEVELS, text: string): void {
  if (process.stdout.isTTY) {
    console.error(toVisibleLines(level === 'warn' ? `Warning: ${text}` : text));
  } else writeLine(level, text, {});
}

function writeLine(level: keyof typeof LEVELS, msg: string, members: object): void {
  const line = { level: LEVELS[level], time: Date.now(), pid: process.pid, ...members, msg };
  console.info(JSON.stringify(line));
}

function pageAlone(config: Extract<Config, { mode: 'page' }>): Fact[] {
  return [
    ['paymentPage', 'Payment page', `${config.publicUrl}/pay/{order id}`],
    ['ordersService', 'Orders service', `${config.ordersApiUrl} (another deployment)`],
  ];
}

function fullService(
  config: Extract<Config, { mode: 'service' }>,
  { engine, sandboxFile, operatorUrl, invitePath }: Started,
): Fact[] {
  const facts: Fact[] = [];
  if (sandboxFile !== undefined) {
    facts.push(['demoShop', 'Demo shop', `${config.publicUrl}/shop`]);
    facts.push(['sandbox', 'Sandbox', `on: no money moves. Its keys: ${sandboxFile}`]);
  }
  facts.push(
    ['paymentPage', 'Payment page', `${config.pageUrl}/pay/{order id}`],
    ['ordersService', 'Orders service', `${config.publicUrl}/api/v1`],
    ['documentation', 'Documentation', `${config.publicUrl}/docs`],
  );
  if (operatorUrl !== undefined) {
    facts.push(['console', 'Console', consoleUrl(config, operatorUrl)]);
    facts.push(['operators', 'Operators', `${operatorUrl}/api/operator/v1`]);
  }
  if (invitePath !== undefined) {
    facts.push(['firstAdmin', 'Sign in at', `${browserUrl(config, operatorUrl)}${invitePath}`]);
  }
  if (engine !== undefined) facts.push(['database', 'Database', DATABASE_TEXTS[engine]]);
  if (config.workers > 1) facts.push(['processes', 'Processes', String(config.workers)]);
  return facts;
}
