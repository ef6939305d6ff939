export const PAYMENT_SOURCES = ['CARD', 'P2P', 'CRYPTO', 'PHONE', 'PIX', 'BLIK'] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];
