/** What an order says of itself when its payer did not come, or did not come back. */
export const WAITING_TIME_EXCEEDED = {
  resolution: 'SYSTEM_ERROR',
  resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
  resolution_message: 'The waiting time was exceeded.',
} as const;
