/** Codes with which the driver or PostgreSQL say that nobody is there now, rather than that we erred. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  '08000',
  '08001',
  '08003',
  '08006',
]);

/** What `pg` says without a code. */
const AWAY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
];

/** Whether an error means that the database cannot be reached for the moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && AWAY_CODES.has(error.code)) return true;
  if (AWAY_MESSAGES.some((message) => error.message.startsWith(message))) return true;
  return (
    isDatabaseAway(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isDatabaseAway))
  );
}
