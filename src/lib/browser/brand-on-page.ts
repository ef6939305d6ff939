import { detectBrand, UNKNOWN_BRAND, type Brand } from '#domain/card/brand.ts';
import { digitsOf } from '../card-form/digits.ts';
import { inputOf } from './field-elements.ts';
import { setHint } from './field-note.ts';

/** The marks that the page shows before anything is typed, and how many more there are. */
const shownAtFirst = new WeakMap<Element, readonly Element[]>();

/** The first accepted marks before anything is typed, then the one that is certain; and where its code stands. */
export const showBrand = (): void => {
  const digits = digitsOf(inputOf('number').value);
  const brand = detectBrand(digits);
  const marks = document.getElementById('card-brands');
  if (marks) showMarks(marks, digits === '' ? undefined : (brand ?? UNKNOWN_BRAND));
  const isOnFront = brand?.codeLength === 4;
  setHint('code', isOnFront ? 'otherHint' : 'hint');
  document.getElementById('code-place')?.classList.toggle('on-front', isOnFront);
};

/** The mark of one brand, or none of one that has none; without a brand, those of the beginning. */
const showMarks = (marks: HTMLElement, brand: Brand | undefined): void => {
  const all = [...marks.children];
  const first = shownAtFirst.get(marks) ?? all.filter((mark) => !mark.hasAttribute('hidden'));
  shownAtFirst.set(marks, first);
  for (const mark of all) {
    const isShown = brand
      ? brand.id !== undefined && mark.getAttribute('data-brand') === brand.id
      : first.includes(mark);
    mark.toggleAttribute('hidden', !isShown);
  }
};
