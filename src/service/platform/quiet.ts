/**
 * Thrown where a copy that must not act (`QUIET=true`: a restored backup, or a copy of production to look into) would
 * open a connection to somebody else. Whoever asked is told so.
 */
export class QuietCopy extends Error {
  override name = 'QuietCopy';

  constructor() {
    super(
      'This copy is quiet (QUIET=true): it sends nothing to acquirers, receivers and mail servers, and ends no orders.',
    );
  }
}
