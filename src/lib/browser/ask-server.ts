import { ARRIVED_FROM } from '../card-form/fields.ts';
import type { FormAnswer } from '../card-form/form-answer.ts';

/** Beyond this an answer is taken to be lost, and the order is asked instead. */
const SUBMIT_TIMEOUT_MS = 20_000;
const STATE_TIMEOUT_MS = 5_000;

/** Sends the form as the browser would: the server sees the same fields either way. */
export const sendCard = (form: HTMLFormElement): Promise<FormAnswer | undefined> =>
  ask(`${form.action}/card`, SUBMIT_TIMEOUT_MS, {
    method: 'POST',
    body: new URLSearchParams(textEntries(new FormData(form))),
  });

/** Where the order stands. */
export const askState = (form: HTMLFormElement): Promise<FormAnswer | undefined> => {
  const from = new FormData(form).get(ARRIVED_FROM);
  const query = typeof from === 'string' ? `?${ARRIVED_FROM}=${encodeURIComponent(from)}` : '';
  return ask(`${form.action}/state${query}`, STATE_TIMEOUT_MS);
};

/** What the server answered; undefined where nothing, or nothing of the kind, arrived. */
const ask = async (
  url: string,
  timeoutMs: number,
  init?: RequestInit,
): Promise<FormAnswer | undefined> => {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: 'application/json,text/html;q=.9,*/*;q=.8' };
    const answer: unknown = await (await fetch(url, { ...init, headers, signal })).json();
    return isFormAnswer(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
};

const isFormAnswer = (value: unknown): value is FormAnswer =>
  typeof value === 'object' && value !== null && 'phase' in value;

const textEntries = (data: FormData): [string, string][] =>
  [...data].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
