import { describeError } from '#contract/describe-error.ts';
import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { readableLine } from '#contract/readable-line.ts';

/** A write for every line is a system call for every request; what waits is written when the process ends. */
const LOG_OUTPUT = { dest: 1, sync: false, minLength: 4_096 };
const WAITS_MS = 100;

/**
 * The service's log. An error goes in as `err` and comes out as `describeError` has it (decision 35);
 * one that is handed over bare, or without a text of ours, is not to put its own text there.
 */
export function createLog(level: Level | 'silent', destination: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    serializers: { err: describeError },
    hooks: { logMethod: withOwnText },
  };
  return pino(options, destination);
}

/** Standard output: for a person at a terminal a readable line for each event, for everything else its JSON. */
export async function standardOutput(): Promise<DestinationStream> {
  if (!process.stdout.isTTY) return writtenSoon(pino.destination(LOG_OUTPUT));
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid',
    hideObject: true,
    messageFormat: readableLine,
    sync: true,
  });
}

/** No line waits longer than `WAITS_MS`; without any, nothing wakes the process. */
function writtenSoon(output: ReturnType<typeof pino.destination>): DestinationStream {
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

function withOwnText(
  this: Logger,
  [given, text, ...rest]: Parameters<Logger['info']>,
  method: Logger['info'],
): void {
  const subject: unknown = given;
  const fields = subject instanceof Error ? { err: subject } : subject;
  const isBare = typeof fields === 'object' && fields !== null && 'err' in fields && !text;
  if (isBare) method.call(this, fields, WITHOUT_TEXT);
  else method.call(this, fields, text, ...rest);
}

/** Otherwise pino takes the error's own message for the line's text. */
const WITHOUT_TEXT = 'An error';
