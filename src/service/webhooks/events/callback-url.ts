import { createPayinRequest } from '#contract/schemas/payin.ts';
import { isPrivateByName } from './address.ts';

/**
 * The body of a create request whose callback_url does not lead into the private network by its mere
 * text. The address behind a name is known to the connection alone: it is checked again there.
 */
export const publicPayinRequest = createPayinRequest.extend({
  callback_url: createPayinRequest.shape.callback_url.refine(isPublicByName, {
    params: { code: 'private_address' },
    error: 'Must not lead to a private address.',
  }),
});

function isPublicByName(url: string | undefined): boolean {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed === null || !isPrivateByName(parsed);
}
