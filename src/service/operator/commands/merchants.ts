import { COLOUR, OWN_IMAGE } from '#contract/patterns.ts';
import { z } from 'zod';
import { brandMerchant } from '../../merchants/brand-merchant.ts';
import { listMerchants } from '../../merchants/list-merchants.ts';
import { changes, doneAnswer, foundOr, type OperatorCommands } from '../command.ts';
import { lists } from '../lists.ts';
import { merchant, withMerchant } from '../named.ts';
import { compared } from '../recording-changes.ts';
import { merchantSettings } from '../snapshots.ts';

const LOGO = "must be a data:image address or a path of the page's own";
const takenAway = z.literal('none').transform(() => null);
const webAddress = takenAway.or(z.url({ protocol: /^https?$/ })).optional();

export const MERCHANT_COMMANDS: OperatorCommands = {
  'merchants list': lists(
    'List the merchants, by name.',
    {},
    {
      item: z.object({ id: z.uuid(), name: z.string(), created_at: z.iso.datetime() }),
      key: z.uuid(),
      select: (_input, context, page) => listMerchants(context.db, page),
      keyOf: ({ id }) => id,
    },
  ),
  'merchants brand': changes(
    'Set how a merchant looks on the payment page; "none" takes away.',
    {
      merchant,
      name: z.string().min(1).max(80).optional(),
      logo: takenAway.or(z.string().regex(OWN_IMAGE, LOGO)).optional(),
      accent: takenAway.or(z.string().regex(COLOUR, 'must be #rrggbb')).optional(),
      support: webAddress,
      operator: takenAway.or(z.string().min(1).max(120)).optional(),
      terms: webAddress,
      privacy: webAddress,
    },
    async ({ merchant: reference, logo, support, operator, terms, privacy, ...named }, context) =>
      withMerchant(context, reference, async (id) => {
        const branding = {
          ...named,
          logoUrl: logo,
          supportUrl: support,
          operatorName: operator,
          termsUrl: terms,
          privacyUrl: privacy,
        };
        return compared(
          `merchant ${id}`,
          () => merchantSettings(context.db, id),
          async () => foundOr(await brandMerchant(context.db, id, branding)),
        );
      }),
    doneAnswer,
  ),
};
