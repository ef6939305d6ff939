/**
 * The part of an error that may be logged. This is an allow list: anything else in an error may be a customer's data
 * (parameters and text of a query, a value that violates a constraint) or a secret (the driver's client, which holds
 * the key that cancels its queries).
 */
export interface ErrorDescription extends Partial<Record<FixedField, string>> {
  type: string;
  /** Only for errors that this project throws, whose messages contain no customer data. */
  message?: string;
  /** Innermost first, without the line that repeats the message. */
  stack?: string[];
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
}

/** Error fields in which PostgreSQL, its drivers and the operating system put fixed words. */
const FIXED_FIELDS = [
  'code',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
] as const;
type FixedField = (typeof FIXED_FIELDS)[number];

/** Names and codes are single words. A long run of digits is rejected, since it might be a card number. */
const WORD = /^(?!.*\d{12})[\w$.-]{1,63}$/;
/**
 * A stack frame: `at name (file:1:2)`, `at file:1:2`. The end is required, so that text that only resembles a frame
 * does not match.
 */
const FRAME = /^ {4}at [^\n]{0,500}(?::\d+:\d+|<anonymous>|native)\)?$/;
const MAX_FRAMES = 12;
const MAX_CAUSES = 4;
const MAX_TOGETHER = 4;

/** Messages of the drivers about a lost connection, which come without a code. */
const CONNECTION_MESSAGES: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
]);

/** Describes a thrown value for the log. Of anything but an Error, it reports just the type. */
export function describeError(thrown: unknown, depth = 0): ErrorDescription {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const frames = framesOf(thrown);
  const causes = depth < MAX_CAUSES ? causesOf(thrown, depth + 1) : {};
  return {
    type: word(thrown.name) ?? 'Error',
    ...(isOurs(thrown, frames) && { message: thrown.message }),
    ...fixedFields(thrown),
    ...(frames.length > 0 && { stack: frames }),
    ...causes,
  };
}

function causesOf(error: Error, depth: number): Pick<ErrorDescription, 'cause' | 'errors'> {
  const together: unknown[] = error instanceof AggregateError ? error.errors : [];
  return {
    ...(error.cause !== undefined && { cause: describeError(error.cause, depth) }),
    ...(together.length > 0 && {
      errors: together.slice(0, MAX_TOGETHER).map((each) => describeError(each, depth)),
    }),
  };
}

function fixedFields(error: Error): Partial<Record<FixedField, string>> {
  const given = FIXED_FIELDS.flatMap((field) => {
    const value = word(Reflect.get(error, field));
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(given);
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' && WORD.test(value) ? value : undefined;
}

/** Built bundles contain packages too. A frame is ours only if a source map maps it to a file of ours. */
const FOREIGN_FRAME = /node_modules|\/build\/(?:service|server)\//;

/**
 * Tells whether an error is a plain Error that our code created. The engine's own errors (a TypeError, a SyntaxError
 * of JSON) quote the value that caused them, in any library.
 */
function isOurs(error: Error, frames: readonly string[]): boolean {
  if (CONNECTION_MESSAGES.has(error.message)) return true;
  const plain = Object.getPrototypeOf(error) === Error.prototype && error.name === 'Error';
  const [first = ''] = frames;
  return plain && !('code' in error) && first.includes('/src/') && !FOREIGN_FRAME.test(first);
}

function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return [];
  const at = stack.indexOf(message);
  const behindMessage = at < 0 ? stack : stack.slice(at + message.length);
  return behindMessage
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}
