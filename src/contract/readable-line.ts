import { toVisible } from './visible-text.ts';

/** Fields that pino adds to every line, or that the formatter shows elsewhere. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg']);

/** Formats a log event for people, on one line: the message, then each field as `name=value`. */
export function readableLine(event: Readonly<Record<string, unknown>>): string {
  const { msg } = event;
  const text = typeof msg === 'string' ? [msg] : [];
  const fields = Object.entries(event)
    .filter(([name, value]) => !NOT_SHOWN.has(name) && value !== undefined)
    .map(([name, value]) => `${name}=${shown(name, value)}`);
  return toVisible([...text, ...fields].join('  '));
}

const PLAIN = /^[\w.:/@+-]+$/;

function shown(name: string, value: unknown): string {
  if (name === 'err') return shownError(value);
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return JSON.stringify(value);
}

/** Formats an error from `describeError`: its type, code, message, and where it was thrown. */
function shownError(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = new Map<string, unknown>(Object.entries(value));
  const stack = members.get('stack');
  const place: unknown = Array.isArray(stack) ? stack[0] : undefined;
  const parts = [members.get('type'), members.get('code'), members.get('message'), place];
  return JSON.stringify(parts.filter((part) => typeof part === 'string').join(' '));
}
