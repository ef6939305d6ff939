/** What operators are told about a command that such a copy refuses. */
export const QUIET_DETAIL =
  'This copy is quiet (QUIET=true): it sends nothing to acquirers, receivers and mail servers, and ends no orders.';

/**
 * Thrown where a copy that must not act (`QUIET=true`: a restored backup, or a copy of production to look into) would
 * open a connection to somebody else. Whoever asked is told so.
 */
export class QuietCopy extends Error {
  override name = 'QuietCopy';

  constructor() {
    super(QUIET_DETAIL);
  }
}
