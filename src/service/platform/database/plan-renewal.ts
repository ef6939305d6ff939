export const DISCARD_PLANS = 'discard plans';

/** Uses of a connection before its plans are first made anew, and how many times as many each time after. */
const FIRST_AFTER = 64;
const TIMES_AS_MANY = 4;

/**
 * When the plans of a connection's prepared statements are to be made anew: at ever longer intervals. A plan is kept that
 * was best when it was made, and for a table of a few rows that is one that reads all of them. It would still do so when
 * they are thousands, until the server next analyses the table, a minute later or more.
 */
export interface PlanRenewal {
  /** Called at each use. */
  isDue(connection: object): boolean;
}

export function createPlanRenewal(): PlanRenewal {
  const uses = new WeakMap<object, { left: number; next: number }>();
  return {
    isDue(connection) {
      const use = uses.get(connection) ?? { left: FIRST_AFTER, next: FIRST_AFTER };
      uses.set(connection, use);
      use.left -= 1;
      if (use.left > 0) return false;
      use.next *= TIMES_AS_MANY;
      use.left = use.next;
      return true;
    },
  };
}
