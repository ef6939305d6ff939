import type { PaymentSource } from '#domain/order/payment-source.ts';

const SOURCES: Readonly<Record<PaymentSource, string>> = {
  CARD: 'Card',
  P2P: 'Bank transfer',
  CRYPTO: 'Crypto',
  PHONE: 'Phone',
  PIX: 'Pix',
  BLIK: 'BLIK',
};

export const SOURCE_CHOICES = Object.entries(SOURCES).map(([value, label]) => ({ value, label }));

/** What a payment is made by, as people call it. */
export function sourceInWords(source: string): string {
  return SOURCE_CHOICES.find(({ value }) => value === source)?.label ?? source;
}
