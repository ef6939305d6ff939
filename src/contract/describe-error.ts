/**
 * What a log line may say of an error: a list of what is allowed, for whatever else an error carries may
 * be a customer's (the parameters and the text of a query, a value that a constraint refused) or a
 * secret (the driver's client, which holds the key that cancels its queries).
 */
export interface ErrorDescription extends Partial<Record<FixedField, string>> {
  type: string;
  /** Only of errors that this project throws: their texts name no customer. */
  message?: string;
  /** Innermost first, without the line that repeats the message. */
  stack?: string[];
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
}

/** What PostgreSQL, its drivers and the operating system say in fixed words. */
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

/** Names and codes are single words. A long run of digits is none of them, but might be a card. */
const WORD = /^(?!.*\d{12})[\w$.-]{1,63}$/;
/** `at name (file:1:2)`, `at file:1:2`: a text that only looks like a frame has no such end. */
const FRAME = /^ {4}at [^\n]{0,500}(?::\d+:\d+|<anonymous>|native)\)?$/;
const MAX_FRAMES = 12;
const MAX_CAUSES = 4;
const MAX_TOGETHER = 4;

/** What the drivers say of a lost connection, without a code. */
const CONNECTION_MESSAGES: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
]);

/** Anything may be thrown; of what is no error only its type is reported. */
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

/** What is built has packages in it as well: a frame is ours where a source map names a file of ours. */
const OF_OTHERS = /node_modules|\/build\/(?:service|server)\//;

/**
 * A plain Error made in a file of ours. The engine's own (a TypeError, a SyntaxError of JSON) quote the
 * value that caused them, in any library.
 */
function isOurs(error: Error, frames: readonly string[]): boolean {
  if (CONNECTION_MESSAGES.has(error.message)) return true;
  const plain = Object.getPrototypeOf(error) === Error.prototype && error.name === 'Error';
  const [first = ''] = frames;
  return plain && !('code' in error) && first.includes('/src/') && !OF_OTHERS.test(first);
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
