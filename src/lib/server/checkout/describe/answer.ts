import type { FormAnswer } from '../../../card-form/form-answer.ts';
import type { Language } from '../../../i18n/languages.ts';
import { phaseOf } from '../../../checkout/phase.ts';
import { describeDecline } from './decline.ts';
import type { OpenCheckout } from '../open-checkout.ts';
import { statusAddress, type ReadArrival } from '../status-address.ts';
import { isWorkedOn } from './worked-on.ts';

/** Where an order stands, for the scripts of its pages. */
export const describeAnswer = (
  opened: Pick<OpenCheckout, 'order' | 'failure' | 'terms' | 'isOwn'>,
  arrival: Pick<ReadArrival, 'sinceMs' | 'waitedMs' | 'from'>,
  { language, patienceMs }: { language: Language; patienceMs: number },
): FormAnswer => {
  const { order, terms } = opened;
  const phase = isWorkedOn(opened, arrival, patienceMs) ? 'waiting' : phaseOf(order.status);
  if (phase !== 'form') return { phase, next: statusAddress(order.id, arrival) };
  const notice = describeDecline(opened, language.messages.form);
  return { phase, attemptsLeft: terms.attemptsLeft, notice };
};
