/** The deployment under test: the one at CONFORMANCE_URL, else a service started for the test file. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { movedClock } from '../../../tests/support/process/clock.ts';
import { startService, type RunningService } from '../../../tests/support/process/service.ts';

export interface Key {
  id: string;
  secret: string;
}

export interface Target {
  /** Without a trailing slash. */
  baseUrl: string;
  /** Whether this is a service of this project's version, to which its OpenAPI document applies. */
  isOurs: boolean;
  key: Key;
  /** Another merchant's key; tests that need one are skipped without it. */
  otherKey: Key | undefined;
  /** Returns a method's id by its name in the sandbox; undefined if the deployment does not have it. */
  method(name: string): string | undefined;
  /** Moves the clock of a service in this process; for any other deployment the test waits in real time. */
  advance(ms: number): void;
  /** Returns the log so far; empty for a deployment elsewhere. */
  logs(): string;
  close(): Promise<void>;
}

const keyOf = { api_key_id: z.uuid(), api_secret: z.string() };

/** The part of sandbox.json needed to test a deployment. */
const settings = z.object({
  ...keyOf,
  methods: z.record(z.string(), z.uuid()),
  other_merchant: z.object(keyOf).optional(),
});
type Settings = z.output<typeof settings>;

export async function openTarget(): Promise<Target> {
  const url = process.env['CONFORMANCE_URL'];
  if (url === undefined) return startedTarget();
  return targetAt(url, readSettings(process.env));
}

async function startedTarget(): Promise<Target> {
  const { now, advance } = movedClock();
  return { ...targetOf(await startService({ now })), advance };
}

/** Returns a service in this process as a target; it may be started later. */
export function targetOf(running: RunningService): Target {
  const seen = () => targetAt(running.baseUrl, running.sandbox);
  return {
    get baseUrl() {
      return seen().baseUrl;
    },
    get key() {
      return seen().key;
    },
    get otherKey() {
      return seen().otherKey;
    },
    method: (name) => seen().method(name),
    isOurs: true,
    advance: () => undefined,
    logs: () => running.logs(),
    close: () => running.close(),
  };
}

/** Returns a deployment elsewhere as a target; it is neither started nor stopped here. */
export function targetAt(baseUrl: string, known: Settings): Target {
  return {
    ...described(known),
    baseUrl: baseUrl.replace(/\/+$/, ''),
    isOurs: false,
    advance: () => undefined,
    logs: () => '',
    close: () => Promise.resolve(),
  };
}

/**
 * Reads the settings from a file like sandbox.json, or from variables, with methods as `card_eur=uuid,card_usd=uuid`.
 */
function readSettings(env: NodeJS.ProcessEnv): Settings {
  const file = env['CONFORMANCE_SANDBOX'];
  if (file !== undefined) return settings.parse(JSON.parse(readFileSync(file, 'utf8')));
  const methods = (env['CONFORMANCE_METHODS'] ?? '').split(',').filter(Boolean);
  const otherId = env['CONFORMANCE_OTHER_API_KEY_ID'];
  return settings.parse({
    api_key_id: env['CONFORMANCE_API_KEY_ID'],
    api_secret: env['CONFORMANCE_API_SECRET'],
    methods: Object.fromEntries(methods.map(pairOf)),
    ...(otherId !== undefined && {
      other_merchant: { api_key_id: otherId, api_secret: env['CONFORMANCE_OTHER_API_SECRET'] },
    }),
  });
}

function pairOf(method: string): [name: string, id: string] {
  const [name = '', id = ''] = method.split('=');
  return [name, id];
}

function described({ api_key_id, api_secret, methods, other_merchant: other }: Settings) {
  return {
    key: { id: api_key_id, secret: api_secret },
    otherKey: other && { id: other.api_key_id, secret: other.api_secret },
    method: (name: string) => methods[name],
  };
}
