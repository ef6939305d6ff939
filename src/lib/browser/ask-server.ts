import { ARRIVED_FROM } from '../card-form/fields.ts';
import type { FormAnswer } from '../card-form/form-answer.ts';

/** Beyond this an answer is taken to be lost, and the order is asked instead. */
const SUBMIT_TIMEOUT_MS = 20_000;
const STATE_TIMEOUT_MS = 5_000;

/**
 * Sends the form as the browser would: the server sees the same fields either way. It throws only while
 * nothing has been sent; from then on an answer that does not come is undefined.
 */
export const sendCard = (form: HTMLFormElement): Promise<FormAnswer | undefined> =>
  ask(`${form.action}/card`, SUBMIT_TIMEOUT_MS, {
    method: 'POST',
    body: new URLSearchParams(textEntries(new FormData(form))),
  });

/** Where the order of a form stands. */
export const askState = (form: HTMLFormElement): Promise<FormAnswer | undefined> => {
  const from = new FormData(form).get(ARRIVED_FROM);
  const query = typeof from === 'string' ? `?${ARRIVED_FROM}=${encodeURIComponent(from)}` : '';
  return askStateAt(`${form.action}/state${query}`);
};

export const askStateAt = (url: string): Promise<FormAnswer | undefined> =>
  ask(url, STATE_TIMEOUT_MS);

/** What the server answered; undefined where nothing, or nothing of the kind, arrived in time. */
const ask = (
  url: string,
  timeoutMs: number,
  init?: RequestInit,
): Promise<FormAnswer | undefined> => {
  const aborter = new AbortController();
  const headers = { accept: 'application/json,text/html;q=.9,*/*;q=.8' };
  const asked = fetch(url, { ...init, headers, signal: aborter.signal });
  const timer = setTimeout(() => aborter.abort(), timeoutMs);
  return asked
    .then((response) => response.json())
    .then((answer: unknown) => (isFormAnswer(answer) ? answer : undefined))
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
};

const isFormAnswer = (value: unknown): value is FormAnswer =>
  typeof value === 'object' && value !== null && 'phase' in value;

const textEntries = (data: FormData): [string, string][] =>
  [...data].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
