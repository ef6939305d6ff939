import type { Act } from '../world.ts';
import { closesLink, createsLink, paysByLink } from './links.ts';
import { cancels, createsPayin, createsPayout, refunds, repeats } from './merchants.ts';
import { acquirerDecides, acquirerDisputes, acquirerTells, bankSends } from './network.ts';
import {
  operatorCorrectsFees,
  operatorFails,
  operatorRecords,
  operatorsDecide,
  operatorSendsAgain,
  operatorTakes,
  sweeps,
} from './operator.ts';
import { answersChallenge, beginsTransfer, givesUpTransfer, paysByCard } from './payers.ts';
import { findsByReference, lists, listsRefunds, looks, retrieves } from './readers.ts';
import { bringsDeadline, expires, redelivers, releases } from './triggers.ts';

/** What anybody does, and how often. */
const OFTEN: readonly (readonly [Act, number])[] = [
  [createsPayin, 8],
  [repeats, 2],
  [createsPayout, 3],
  [createsLink, 2],
  [paysByLink, 1],
  [closesLink, 1],
  [cancels, 2],
  [refunds, 5],
  [paysByCard, 9],
  [beginsTransfer, 6],
  [givesUpTransfer, 2],
  [answersChallenge, 3],
  [bankSends, 6],
  [acquirerDecides, 2],
  [acquirerTells, 3],
  [acquirerDisputes, 3],
  [operatorFails, 1],
  [operatorSendsAgain, 1],
  [operatorRecords, 2],
  [operatorTakes, 1],
  [operatorCorrectsFees, 2],
  [operatorsDecide, 1],
  [sweeps, 8],
  [looks, 2],
  [retrieves, 2],
  [findsByReference, 1],
  [lists, 2],
  [listsRefunds, 1],
  [expires, 1],
  [releases, 1],
  [redelivers, 1],
  [bringsDeadline, 1],
];

/** Everything that may be begun next; what is done more often is in it several times. */
export const ACTS: readonly Act[] = OFTEN.flatMap(([act, times]) =>
  Array.from({ length: times }, () => act),
);
