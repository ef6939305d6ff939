import type { CardBrand } from '#domain/card/number.ts';

/** Whether the page shows a brand's mark among those it takes; of brands without a name the server judges. */
export const acceptsBrand = (brand: CardBrand | undefined): boolean =>
  brand === undefined || document.querySelector(`#card-brands [data-brand=${brand}]`) !== null;
