import { ARRIVED_FROM } from '../card-form/fields.ts';
import type { FormAnswer } from '../card-form/form-view.ts';
import { ownFields } from './form.ts';

/** After this an answer counts as lost, and the order's state is read instead. */
const SUBMIT_TIMEOUT_MS = 20_000;
const STATE_TIMEOUT_MS = 5_000;

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;
const LONGER_BY = 1.4;

/**
 * Posts the card form's own fields, as a plain submit does, and data of the browser. Throws only if nothing was sent;
 * once it was sent, resolves to undefined if no answer comes.
 */
export function sendCard(
  form: HTMLFormElement,
  browserInfo: Record<string, string>,
): Promise<FormAnswer | undefined> {
  const fields = ownFields().map(({ name, value }) => [name, value]);
  const body = new URLSearchParams([...fields, ...Object.entries(browserInfo)]);
  return request(addressOf(form, 'card'), SUBMIT_TIMEOUT_MS, { method: 'POST', body });
}

/** Reads the state of a form's order. */
export function readStateOf(form: HTMLFormElement): Promise<FormAnswer | undefined> {
  return readState(addressOf(form, 'state', ownFields().find(isArrivedFrom)?.value));
}

const isArrivedFrom = ({ name }: HTMLInputElement): boolean => name === ARRIVED_FROM;

/** Returns another address of a form's order, in the language of the form's own. */
export function addressOf(
  form: HTMLFormElement,
  page: 'card' | 'state' | 'status',
  from?: string,
): string {
  // An input that an extension named `action` would be the form's own property.
  const url = new URL(form.getAttribute('action') ?? '', location.href);
  url.pathname += `/${page}`;
  if (from !== undefined) url.searchParams.set(ARRIVED_FROM, from);
  return url.href;
}

export function readState(url: string): Promise<FormAnswer | undefined> {
  return request(url, STATE_TIMEOUT_MS);
}

/** Returns a function that waits between polls; each pause is longer than the one before, up to a limit. */
export function growingPauses(): () => Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  return () => {
    const thisMs = pauseMs;
    pauseMs = Math.min(pauseMs * LONGER_BY, LONGEST_PAUSE_MS);
    return new Promise((resolve) => setTimeout(resolve, thisMs));
  };
}

/** Requests an answer; resolves to undefined if none, or no valid one, arrives in time. */
function request(
  url: string,
  timeoutMs: number,
  init?: RequestInit,
): Promise<FormAnswer | undefined> {
  const aborter = new AbortController();
  const headers = { accept: 'application/json,text/html;q=.9,*/*;q=.8' };
  const sent = fetch(url, { ...init, headers, signal: aborter.signal });
  const timer = setTimeout(() => aborter.abort(), timeoutMs);
  return sent
    .then((response) => response.json())
    .then((answer: unknown) => (isFormAnswer(answer) ? answer : undefined))
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

function isFormAnswer(value: unknown): value is FormAnswer {
  return typeof value === 'object' && value !== null && 'phase' in value;
}
