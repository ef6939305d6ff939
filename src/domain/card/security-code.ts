import type { CardBrand } from './number.ts';

/** American Express prints four digits on the front, everyone else three. */
export function securityCodeLength(brand: CardBrand | undefined): 3 | 4 {
  return brand === 'amex' ? 4 : 3;
}
