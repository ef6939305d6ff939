import * as v from 'valibot';

import { orderState } from '../order/order-state.ts';
import type { Notice } from './form-props.ts';

/** The answer of Kit's form actions to a script: what kind, and where to go next. */
const actionAnswer = v.object({
  type: v.string(),
  status: v.number(),
  location: v.optional(v.string()),
});

const EXPIRY_POLL_MS = 1000;

/**
 * Sends the form without leaving the page, so that after a decline everything typed is still here:
 * only this document holds it. Resolves to the reason when the form is needed again; otherwise the
 * shopper is on the way to another page, and the form stays locked.
 */
export const sendCard = async (form: HTMLFormElement): Promise<Notice | undefined> => {
  const answer = await readJson(actionAnswer, form.action, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-sveltekit-action': 'true' },
    // As a native form sends it: the server sees the same request either way.
    body: new URLSearchParams(textEntries(new FormData(form))),
  });
  if (answer?.type === 'redirect') return afterSending(form.action, answer.location);
  if (answer === undefined || answer.status >= 500) return afterSending(form.action);
  // The server sees something wrong that this page does not: let it say so in a page of its own.
  form.submit();
  return undefined;
};

/** The order decides, also when the answer got lost: one that awaits a card is not paid. */
const afterSending = async (orderPage: string, next?: string): Promise<Notice | undefined> => {
  const state = await readJson(orderState, `${orderPage}/state`);
  if (state?.phase === 'form' || (state === undefined && next === undefined)) {
    return state?.decline ? { kind: 'declined', decline: state.decline } : { kind: 'not-sent' };
  }
  location.assign(next ?? `${orderPage}/status`);
  return undefined;
};

/** Asks until the order is closed, then shows so: the service closes it, not the page's clock. */
export const waitForExpiry = async (orderPage: string): Promise<void> => {
  for (;;) {
    const state = await readJson(orderState, `${orderPage}/state`);
    if (state !== undefined && state.phase !== 'form') break;
    await new Promise((resolve) => setTimeout(resolve, EXPIRY_POLL_MS));
  }
  location.replace(`${orderPage}/status`);
};

/** What the server answered; undefined where nothing, or nothing of the kind, arrived. */
const readJson = async <S extends v.GenericSchema>(
  schema: S,
  url: string,
  init?: RequestInit,
): Promise<v.InferOutput<S> | undefined> => {
  try {
    const parsed = v.safeParse(schema, await (await fetch(url, init)).json());
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

const textEntries = (data: FormData): [string, string][] =>
  [...data].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
