export const DISCARD_PLANS = 'discard plans';

/** Uses of a connection before its plans are first made anew, and how many times as many each time after. */
const FIRST_AFTER = 64;
const TIMES_AS_MANY = 4;
/** A payment is seven uses: then a plan is one for tables of thousands of rows, and serves for a million as well. */
const LAST_AFTER = 16_384;

/**
 * When the plans of a connection's prepared statements are to be made anew: at ever longer intervals, a few
 * times. A plan is kept that was best when it was made, and for a table of a few rows that is one that reads all of them. It
 * would still do so when they are thousands, until the server next analyses the table, a minute later or more.
 */
export interface PlanRenewal {
  /** Called at each use. */
  isDue(connection: object): boolean;
}

interface Uses {
  /** Since plans were last made anew. */
  made: number;
  /** Where they are made anew. */
  next: number;
}

export function createPlanRenewal(): PlanRenewal {
  const known = new WeakMap<object, Uses>();
  return {
    isDue(connection) {
      const uses: Uses = known.get(connection) ?? { made: 0, next: FIRST_AFTER };
      known.set(connection, uses);
      uses.made += 1;
      if (uses.made < uses.next || uses.next > LAST_AFTER) return false;
      uses.made = 0;
      uses.next *= TIMES_AS_MANY;
      return true;
    },
  };
}
