import disputes from '../../../docs/guides/disputes.md?guide';
import errors from '../../../docs/guides/errors.md?guide';
import limits from '../../../docs/guides/limits.md?guide';
import goingLive from '../../../docs/guides/going-live.md?guide';
import links from '../../../docs/guides/links.md?guide';
import payments from '../../../docs/guides/payments.md?guide';
import payouts from '../../../docs/guides/payouts.md?guide';
import refunds from '../../../docs/guides/refunds.md?guide';
import quickStart from '../../../docs/guides/quick-start.md?guide';
import testing from '../../../docs/guides/testing.md?guide';
import webhooks from '../../../docs/guides/webhooks.md?guide';
import changelog from '../../../CHANGELOG.md?guide';
import problems from '../../../docs/problems.md?guide';
import reasons from './reason-page.ts?guide';
import resolutionCodes from '../../../docs/resolution-codes.md?guide';
import states from '../../../docs/states.md?guide';
import client from '../../../packages/tollgate/README.md?guide';
import type { DocumentName } from './contents.ts';
import type { Sample } from './samples.ts';

/** The documents by name. */
export const GUIDES: Readonly<Record<DocumentName, Guide>> = {
  'quick-start': quickStart,
  payments,
  links,
  payouts,
  refunds,
  disputes,
  webhooks,
  testing,
  errors,
  limits,
  'going-live': goingLive,
  client,
  problems,
  'resolution-codes': resolutionCodes,
  reasons,
  states,
  changelog,
};

/** A document as the pages show it, converted from Markdown at build time; see vite/guides.ts. */
export interface Guide {
  title: string;
  sections: readonly { id: string; title: string }[];
  blocks: readonly Block[];
  /** The document itself, with links to addresses below `/docs`. */
  markdown: string;
}

/** HTML whose links are addresses below `/docs`; or an example in several languages, one shown at a time. */
export type Block = { html: string } | { samples: readonly Sample[] };
