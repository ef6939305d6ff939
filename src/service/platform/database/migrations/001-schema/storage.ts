/**
 * Storage parameters of tables that change with each payment or payout, their webhooks and their counts: analyzed and
 * vacuumed after thousands of changed rows besides a share of them, instead of after fifty. After each time, every
 * connection plans its statements again.
 */
export const BUSY = `autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = 5000`;

/** Of those, tables with few rows that are updated in place all the time: half a page is free for new row versions. */
export const UPDATED_IN_PLACE = `fillfactor = 50, ${BUSY}`;
