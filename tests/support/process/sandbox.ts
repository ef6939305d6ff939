/** The sandbox merchant of a running service, from the sandbox.json that it wrote. */
import { OrdersClient, type OrdersClientOptions } from '#contract/client/client.ts';
import { readSandboxFile, type SandboxFile } from '#service/sandbox/keys-file.ts';

export async function sandboxIn(dataDirectory: string): Promise<SandboxFile> {
  const sandbox = await readSandboxFile(dataDirectory);
  if (sandbox === undefined) throw new Error(`There is no sandbox.json in ${dataDirectory}`);
  return sandbox;
}

export function sandboxClient(
  baseUrl: string,
  { api_key_id: apiKeyId, api_secret: apiSecret }: SandboxFile,
  options: Partial<OrdersClientOptions> = {},
): OrdersClient {
  return new OrdersClient({ baseUrl, apiKeyId, apiSecret, ...options });
}
