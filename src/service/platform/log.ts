import { describeError } from '#contract/describe-error.ts';
import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { readableLine } from '#contract/readable-line.ts';

/** Lines are buffered, to save a system call for every request. The buffer is written when the process ends. */
const LOG_OUTPUT = { dest: 1, sync: false, minLength: 4_096 };
const WAITS_MS = 100;

/**
 * Creates the service's log. An error given as `err` is logged as `describeError` returns it (decision 59). An error
 * that is logged without a text gets a fixed one, so that its own message does not become the line's text.
 */
export function createLog(level: Level | 'silent', destination: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    serializers: { err: describeError },
    hooks: { logMethod: withFixedErrorText },
  };
  return pino(options, destination);
}

/** Opens standard output: one readable line for each event on a terminal, JSON otherwise. */
export async function standardOutput(): Promise<DestinationStream> {
  if (!process.stdout.isTTY) return withDelayedFlush(pino.destination(LOG_OUTPUT));
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid',
    hideObject: true,
    messageFormat: readableLine,
    sync: true,
  });
}

/** Writes lines after `WAITS_MS` at most. Without lines, no timer wakes the process. */
function withDelayedFlush(output: ReturnType<typeof pino.destination>): DestinationStream {
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    output.flush();
  };
  return {
    write(line) {
      output.write(line);
      timer ??= setTimeout(flush, WAITS_MS).unref();
    },
  };
}

function withFixedErrorText(
  this: Logger,
  [given, text, ...rest]: Parameters<Logger['info']>,
  method: Logger['info'],
): void {
  const subject: unknown = given;
  const fields = subject instanceof Error ? { err: subject } : subject;
  const isBare = typeof fields === 'object' && fields !== null && 'err' in fields && !text;
  if (isBare) method.call(this, fields, ERROR_TEXT);
  else method.call(this, fields, text, ...rest);
}

/** Used as the text of a line that has only an error; pino would use the error's message. */
const ERROR_TEXT = 'An error';
