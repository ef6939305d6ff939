export const PAYMENT_SOURCES = ['CARD', 'P2P', 'CRYPTO', 'PHONE', 'PIX', 'BLIK'] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** The sources of a payin that is not paid by card. */
export const TRANSFER_SOURCES = [
  'P2P',
  'CRYPTO',
  'PHONE',
  'PIX',
  'BLIK',
] as const satisfies readonly PaymentSource[];
