import { closeLink } from '../../links/close.ts';
import { createLink } from '../../links/create.ts';
import { payLink, type PayLinkResult } from '../../links/pay.ts';
import { toLink, toLinkView } from '../../links/present.ts';
import { selectLink, selectLinks, selectLinkView } from '../../links/store.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { answer, refused, STALE_SETTINGS, type HandlerResult, type Handlers } from '../handler.ts';

type LinkHandlers = Pick<
  Handlers,
  'createLink' | 'listLinks' | 'getLink' | 'closeLink' | 'getLinkView' | 'payLink'
>;

export function linkHandlers(context: ServiceContext): LinkHandlers {
  return {
    async createLink({ caller, body }) {
      const created = await createLink(context, caller, body);
      if (created.ok) return answer(toLink(created.value, context));
      const { problem } = created;
      return problem.code === 'method'
        ? refused(problem.refusal)
        : refused('invalid', { errors: problem.errors });
    },

    async listLinks({ caller: { merchantId }, query }) {
      const { size, after, startDate: from, endDate: to } = query;
      // One more link than is shown tells whether there are more.
      const wanted = { merchantId, from, to, after, limit: size + 1 };
      const found = await selectLinks(context.db, wanted);
      const content = found.slice(0, size).map((link) => toLink(link, context));
      return answer({ content, ...(found.length > size && { next: content.at(-1)?.id }) });
    },

    async getLink({ caller, params }) {
      const link = await selectLink(context.db, params.id, caller.merchantId);
      return link === undefined ? refused('link_not_found') : answer(toLink(link, context));
    },

    async closeLink({ caller, params }) {
      const link = await closeLink(context, params.id, caller.merchantId);
      return link === undefined ? refused('link_not_found') : answer(toLink(link, context));
    },

    async getLinkView({ params }) {
      const view = await selectLinkView(context.db, params.id);
      return view === undefined ? refused('link_not_found') : answer(toLinkView(view, context));
    },

    async payLink({ params, body: { amount }, headers }) {
      const visitor = { amount, address: headers['X-Payer-Address'] };
      return payAnswer(await payLink(context, params.id, visitor), context);
    },
  };
}

const AN_HOUR = { 'retry-after': '3600' };

function payAnswer(result: PayLinkResult, { pageUrl }: ServiceContext): HandlerResult {
  switch (result.outcome) {
    case 'payin':
      return answer({ pay_url: `${pageUrl}/pay/${result.payinId}` });
    case 'not_found':
      return refused('link_not_found');
    case 'not_open':
      return refused('not_awaiting_card_data', { detail: `The link is ${result.status}.` });
    case 'amount':
      return refused('invalid', { errors: [AMOUNT_NOT_IN_RANGE] });
    case 'too_many_of_address':
      return refused(
        'too_many_requests',
        { detail: 'This network made too many payins.' },
        AN_HOUR,
      );
    case 'too_many_unpaid':
      return refused('too_many_requests', { detail: 'Too many payins of the link were not paid.' });
    case 'method':
      return refused(result.refusal);
    case 'stale_settings':
      return STALE_SETTINGS;
  }
}

const AMOUNT_NOT_IN_RANGE = {
  pointer: '/amount',
  code: 'range',
  detail: "Must be an amount within the link's range.",
};
