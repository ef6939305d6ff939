/** Money comes in from a payer, or goes out to a destination. */
export type OrderDirection = 'payin' | 'payout';
