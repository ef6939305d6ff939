import { showBrand } from './brand-on-page.ts';
import { changeLanguageInPlace } from './change-language.ts';
import { formatExpiryAsTyped, formatNumberAsTyped } from './format-as-typed.ts';
import { judgeFields } from './judge-fields.ts';
import { payByScript } from './pay-by-script.ts';
import { countDown } from './time-left.ts';

/** The form as it stands in the page, typed into already or not, gets everything that scripts do for it. */
const enhance = (): void => {
  const form = document.querySelector<HTMLFormElement>('#card-form');
  if (!form) return;
  formatNumberAsTyped();
  formatExpiryAsTyped();
  showBrand();
  form.addEventListener('input', showBrand);
  payByScript(form, judgeFields(form));
  countDown(form);
  // From here on the form says itself what is wrong, in words and at once.
  form.noValidate = true;
};

enhance();
changeLanguageInPlace(enhance);
