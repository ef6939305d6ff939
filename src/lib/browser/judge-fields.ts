import { FIELDS, type FieldName } from '../card-form/fields.ts';
import { RULES } from '../card-form/rules.ts';
import { findErrors, type FieldErrors } from '../card-form/validate.ts';
import type { FieldError } from '../i18n/field-errors.ts';
import { acceptsBrand } from './accepts-brand.ts';
import { afterClick } from './after-click.ts';
import { fieldOf, inputOf, typedValues } from './field-elements.ts';
import { showError } from './field-note.ts';

/** Which fields show what is wrong with them. */
export interface JudgedFields {
  /** Shows everything that is wrong, and says what that is. */
  judgeAll: () => FieldErrors;
  /** What the server finds wrong; each finding falls away as its field is changed. */
  show: (errors: FieldErrors) => void;
  /** After a decline everything is kept but the code, which is never kept anywhere. */
  forgetCode: () => void;
}

/**
 * A field is judged when it is left with something in it, or on submit; from then on as it is typed.
 * One that is left for a button is judged when the click has landed: nothing moves under a finger.
 */
export const judgeFields = (form: HTMLFormElement): JudgedFields => {
  const todayMs = Date.parse(form.dataset['today'] ?? '');
  const judged = new Set<FieldName>();
  const errorOf = (field: FieldName) => RULES[field](typedValues(), todayMs, acceptsBrand);
  const showJudged = () => {
    for (const field of judged) showError(field, errorOf(field));
  };
  const judge = (field: FieldName) => {
    judged.add(field);
    showJudged();
  };
  form.addEventListener('input', ({ target }) => {
    const field = fieldOf(target);
    if (field && !judged.has(field)) showError(field, early(errorOf(field)));
    showJudged();
  });
  form.addEventListener('focusout', ({ target }) => {
    const field = fieldOf(target);
    if (!field) return;
    afterClick(() => {
      if (typedValues()[field].trim() !== '') judge(field);
    });
  });
  return {
    judgeAll() {
      FIELDS.forEach(judge);
      return findErrors(typedValues(), todayMs, acceptsBrand);
    },
    show(errors) {
      judged.clear();
      for (const field of FIELDS) showError(field, errors[field]);
    },
    forgetCode() {
      inputOf('code').value = '';
      judged.delete('code');
      showError('code', undefined);
    },
  };
};

/** What more typing cannot mend is said at once. */
const early = (error: FieldError | undefined): FieldError | undefined =>
  error === 'numberNotAccepted' ? error : undefined;
