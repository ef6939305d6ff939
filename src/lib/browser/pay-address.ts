import { fieldsWithAddress, listCountries } from './address.ts';
import { runCardForm } from './card-form.ts';

runCardForm(() => {
  listCountries();
  return fieldsWithAddress();
});
