/** The shape of a webhook's orders: like the answer of GET by reference, or like the specification's samples. */
export type WebhookPayload = 'retrieval' | 'extended';
