/** Whose clock is being moved by this process: what is due to them is then done by the move alone. */
export interface Moves {
  isMoving: (merchantId: string) => boolean;
  /** Has a move made after all that was begun before for the merchant. */
  move: (merchantId: string, work: () => Promise<void>) => Promise<void>;
  /** Does work that a move would have to wait for; nothing while one is under way. */
  unlessMoving: (merchantId: string, work: () => Promise<void>) => Promise<void>;
}

export function createMoves(): Moves {
  const moving = new Map<string, number>();
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

  function count(merchantId: string, more: 1 | -1): void {
    const moves = (moving.get(merchantId) ?? 0) + more;
    if (moves === 0) moving.delete(merchantId);
    else moving.set(merchantId, moves);
  }

  const isMoving = (merchantId: string) => moving.has(merchantId);
  return {
    isMoving,
    async move(merchantId, work) {
      count(merchantId, 1);
      try {
        await inTurn(merchantId, work);
      } finally {
        count(merchantId, -1);
      }
    },
    async unlessMoving(merchantId, work) {
      if (!isMoving(merchantId)) await inTurn(merchantId, work);
    },
  };
}
