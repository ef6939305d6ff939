import { showBrand } from './brand-on-page.ts';
import { changeLanguageInPlace } from './change-language.ts';
import { formatExpiryAsTyped, formatNumberAsTyped } from './format-as-typed.ts';
import { judgeFields, type JudgedFields } from './judge-fields.ts';
import { payByScript } from './pay-by-script.ts';
import { countDown } from './time-left.ts';

/** The form as it stands in the page, typed into already or not, gets everything that scripts do for it. */
const enhance = (): JudgedFields | undefined => {
  const form = document.querySelector<HTMLFormElement>('#card-form');
  if (!form) return undefined;
  formatNumberAsTyped();
  formatExpiryAsTyped();
  showBrand();
  form.addEventListener('input', showBrand);
  const fields = judgeFields(form);
  payByScript(form, fields);
  countDown(form);
  // From here on the form says itself what is wrong, in words and at once.
  form.noValidate = true;
  return fields;
};

enhance();
changeLanguageInPlace(enhance);
