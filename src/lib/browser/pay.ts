import { CARD_FORM } from '../card-form/validate.ts';
import { runCardForm } from './card-form.ts';

runCardForm(() => CARD_FORM);
