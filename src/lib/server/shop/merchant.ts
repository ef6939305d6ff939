import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { OrdersClient } from '#contract/client/client.ts';

import { pageConfig } from '../settings.ts';

const credentials = z.object({
  base_url: z.url(),
  api_key_id: z.string(),
  api_secret: z.string(),
  webhook_secret: z.string(),
  methods: z.record(z.string(), z.string()),
});

/** A merchant's side of the interface: its signed client and the methods it may be paid by. */
export interface ShopMerchant {
  orders: OrdersClient;
  methods: Record<string, string>;
  webhookSecret: string;
}

/** The sandbox's merchant, from the file that the service writes for newcomers. */
export const shopMerchant = async (): Promise<ShopMerchant> => {
  const text = await readFile(join(pageConfig().dataDir, 'sandbox.json'), 'utf8');
  const { base_url, api_key_id, api_secret, webhook_secret, methods } = credentials.parse(
    JSON.parse(text),
  );
  return {
    orders: new OrdersClient({ baseUrl: base_url, apiKeyId: api_key_id, apiSecret: api_secret }),
    methods,
    webhookSecret: webhook_secret,
  };
};
