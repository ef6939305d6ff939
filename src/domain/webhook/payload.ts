/** The shape of a webhook's orders: as GET by reference answers them, or the specification's samples. */
export type WebhookPayload = 'retrieval' | 'extended';
