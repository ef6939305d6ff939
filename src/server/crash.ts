import { describeError } from '#service/start.ts';

const EXIT_CODE = 1;

/** Node would print the whole error, with the parameters of a query or the driver's client on it. */
export function describeCrashes(): void {
  process.on('uncaughtException', (error) => {
    console.error(JSON.stringify({ msg: 'The process ended by a bug', err: describeError(error) }));
    process.exit(EXIT_CODE);
  });
}
