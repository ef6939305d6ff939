import { detectBrand, type Brand } from './brand.ts';
import { digitsOf } from './digits.ts';
import type { FieldError } from './schema.ts';
import { FIELDS, type CardFormValues, type FieldName } from './fields.ts';
import { validateCardForm, type FieldErrors } from './validate.ts';

const EMPTY_FORM: CardFormValues = { number: '', expiry: '', code: '', name: '', email: '' };

/**
 * The form as the shopper sees it: what stands in the fields, and which errors are shown. A field is
 * judged when it is left with something in it, or on submit; from then on as it is typed.
 */
export class CardFormState {
  values: CardFormValues = $state({ ...EMPTY_FORM });
  #judged: readonly FieldName[] = $state.raw([]);
  /** The server's findings about what was sent last; each falls away as its field is changed. */
  #found: FieldErrors = $state.raw({});
  #sent: CardFormValues = $state.raw({ ...EMPTY_FORM });
  readonly #nowMs: () => number;

  constructor(typed: CardFormValues = EMPTY_FORM, found: FieldErrors = {}, nowMs: () => number) {
    this.values = { ...typed };
    this.#sent = { ...this.values };
    this.#found = found;
    this.#nowMs = nowMs;
  }

  /** Known once the digits typed so far fit one brand alone. */
  readonly brand: Brand | undefined = $derived.by(() => detectBrand(digitsOf(this.values.number)));

  readonly errors: FieldErrors = $derived.by(() => {
    const own = this.#validate();
    return Object.fromEntries(
      FIELDS.map((field) => [field, this.#errorOf(field, own)] as const).filter(
        ([, error]) => error !== undefined,
      ),
    );
  });

  leave(field: FieldName): void {
    if (this.values[field].trim() !== '') this.#judged = [...this.#judged, field];
  }

  /** Shows everything that is wrong; true when nothing is. */
  judgeAll(): boolean {
    this.#judged = FIELDS;
    return Object.keys(this.errors).length === 0;
  }

  /** After a decline everything is kept but the code, which is never kept anywhere. */
  forgetCode(): void {
    this.values.code = '';
    this.#judged = this.#judged.filter((field) => field !== 'code');
  }

  #validate(): FieldErrors {
    const validation = validateCardForm(this.values, this.#nowMs());
    return validation.ok ? {} : validation.errors;
  }

  #errorOf(field: FieldName, own: FieldErrors): FieldError | undefined {
    if (this.#judged.includes(field)) return own[field];
    return this.values[field] === this.#sent[field] ? this.#found[field] : undefined;
  }
}
