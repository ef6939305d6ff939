/** Whose clock is being moved by this process: what is due to them is then done by the move alone. */
export interface Moves {
  isMoving: (merchantId: string) => boolean;
  /** What the clock showed when the move began that is under way. */
  beganAt: (merchantId: string) => Date | undefined;
  /** Has a move made after all that was begun before for the merchant. */
  move: (merchantId: string, from: Date, work: () => Promise<void>) => Promise<void>;
  /** Does work that a move would have to wait for; nothing while one is under way. */
  unlessMoving: (merchantId: string, work: () => Promise<void>) => Promise<void>;
}

export function createMoves(): Moves {
  /** The moves of each merchant that are under way or wait for their turn, by what the clock showed before. */
  const moving = new Map<string, Date[]>();
  const last = new Map<string, Promise<void>>();

  async function inTurn(merchantId: string, work: () => Promise<void>): Promise<void> {
    const before = last.get(merchantId) ?? Promise.resolve();
    const done = before.catch(() => undefined).then(work);
    last.set(merchantId, done);
    try {
      await done;
    } finally {
      if (last.get(merchantId) === done) last.delete(merchantId);
    }
  }

  const isMoving = (merchantId: string) => moving.has(merchantId);
  return {
    isMoving,
    beganAt: (merchantId) => moving.get(merchantId)?.[0],
    async move(merchantId, from, work) {
      const moves = moving.get(merchantId) ?? [];
      moving.set(merchantId, moves);
      moves.push(from);
      try {
        await inTurn(merchantId, work);
      } finally {
        moves.shift();
        if (moves.length === 0) moving.delete(merchantId);
      }
    },
    async unlessMoving(merchantId, work) {
      if (!isMoving(merchantId)) await inTurn(merchantId, work);
    },
  };
}
