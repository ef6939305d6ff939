import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { orderStatus } from '#contract/schemas/enumerations.ts';

import { pageConfig } from '../settings.ts';

/**
 * The shop's own record of its purchases, a file each: which order a reference became. A merchant
 * has a database for this.
 */
export const rememberOrder = async (reference: string, orderId: string): Promise<void> => {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), reference), orderId);
};

/** The order of a reference; undefined where the shop sold nothing under it. */
export const recallOrder = async (reference: string): Promise<string | undefined> => {
  try {
    return await readFile(join(folder(), reference), 'utf8');
  } catch {
    return undefined;
  }
};

const receivedWebhook = z.object({
  webhookId: z.string(),
  status: orderStatus,
  receivedAtMs: z.number(),
});
export type ReceivedWebhook = z.output<typeof receivedWebhook>;

/** Ids make file names here, so that one must be nothing but an id. */
const ID = /^[\w-]{1,64}$/;

/** Once for each event: a repeated delivery finds its file there, and leaves it as it is. */
export const rememberWebhook = async (orderId: string, webhook: ReceivedWebhook): Promise<void> => {
  if (!ID.test(orderId) || !ID.test(webhook.webhookId)) return;
  await mkdir(webhookFolder(orderId), { recursive: true });
  const path = join(webhookFolder(orderId), webhook.webhookId);
  await writeFile(path, JSON.stringify(webhook), { flag: 'wx' }).catch(unlessItExists);
};

/** What was received for an order, the first event first. */
export const recallWebhooks = async (orderId: string): Promise<ReceivedWebhook[]> => {
  const names = await readdir(webhookFolder(orderId)).catch(() => []);
  const texts = names.map((name) => readFile(join(webhookFolder(orderId), name), 'utf8'));
  const webhooks = (await Promise.all(texts)).map((text) =>
    receivedWebhook.parse(JSON.parse(text)),
  );
  return webhooks.toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
};

const unlessItExists = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
};

const webhookFolder = (orderId: string): string => join(folder(), 'webhooks', orderId);

const folder = (): string => join(pageConfig().dataDir, 'demo-shop');
