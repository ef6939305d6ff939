import { PROBLEMS, problemAnchor, type ProblemName } from './problems.ts';

/** Where every problem's `type` points to. */
export const PROBLEM_REFERENCE_PATH = '/api/v1/problems';

/** What to do about each, for whoever meets it. docs/problems.md says the same. */
export const REMEDIES: Record<ProblemName, string> = {
  unauthorized:
    'Check that all three headers are sent, that the key is active, and that the signature covers the method, the path as sent without its query, the timestamp and the exact bytes of the body. To a test key failed_check says what failed, and expected_base_string what was to be signed.',
  timestamp_out_of_range:
    'Set your clock: X-Timestamp is Unix time in seconds, at most 300 s away from the time that the detail names.',
  timestamp_in_milliseconds:
    'Send X-Timestamp as Unix time in whole seconds: ten digits, where milliseconds have thirteen.',
  forbidden: 'Use a key of scope merchant: a page key reads payins and gives card data only.',
  invalid:
    'Correct what errors lists: each entry has a pointer into the body or the name of a parameter, a code and a detail.',
  not_found: 'Check the id and that it belongs to the merchant of the key.',
  no_such_webhook:
    'Check that it is the id of a webhook, not its webhook-id or that of an order, and that it belongs to the merchant of the key.',
  no_such_path:
    "Check the path; the interface lies under /api/v1, merchants' tools under /api/merchant/v1, of which some are there in a sandbox and for test keys alone.",
  method_not_allowed: 'Use a method that the Allow header names.',
  duplicate:
    'Read the order that existing_order_id names. For a new payment use a new reference_id; to repeat a request repeat it unchanged.',
  not_awaiting_card_data:
    'Read the order: its status says what became of it. Card data is taken in status CREATED only.',
  not_awaiting_challenge:
    'Read the order: it has moved on, or its challenge was answered. Only a challenge that waits for its shopper can be answered, or given up.',
  malformed:
    'Send HTTP/1.1 with one Host header, a sound request line and sound headers; a body by its length or in chunks, not both.',
  too_slow: 'Send the headers within 10 s and the whole request within 30 s.',
  too_large: 'Send at most 64 KiB.',
  unsupported_type: 'Send the body as JSON with Content-Type: application/json.',
  head_too_large: 'Send at most 16 KiB of headers.',
  METHOD_NOT_FOUND: "Use one of the merchant's own merchant_gate_method_ids.",
  METHOD_INACTIVE: 'Have the operator switch the payment method and its gate on, or use another.',
  CURRENCY_INVALID: "Send the payment method's own currency.",
  PAYMENT_METHOD_NOT_SUPPORTED:
    'Use a payin method for payins and a payout method for payouts; card data goes to card payins only, and only of brands that the method takes.',
  MERCHANT_MISCONFIGURATION:
    'Have the operator complete the payment method: a conversion rate or a gate account is missing.',
  too_many_requests:
    'Repeat the request after the time in Retry-After; spread requests out. Where the detail names card numbers, list payouts by the masked number instead.',
  internal:
    'Whether the request had an effect is unknown. Repeat the same request later, with the same reference_id: it makes no second order, a new one may. Tell the operator the request_id.',
  unavailable:
    'Whether the request had an effect is unknown. Repeat the same request after the time in Retry-After, with the same reference_id: it makes no second order, a new one may.',
};

/** A page for people, without scripts, styles or anything that a request could put into it. */
export function problemReference(): Buffer<ArrayBuffer> {
  const sections = problemNames().map((name) => {
    const [status, code, title] = PROBLEMS[name];
    return `<h2 id="${problemAnchor(name)}">${escape(title)}</h2>
<p>Status ${status}, resolution code ${code}.</p>
<p>${escape(REMEDIES[name])}</p>`;
  });
  return Buffer.from(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tollgate: problems</title>
<h1>Problems, and what to do about them</h1>
${sections.join('\n')}
</html>
`);
}

function problemNames(): ProblemName[] {
  return Object.keys(PROBLEMS).filter((name): name is ProblemName => name in PROBLEMS);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
