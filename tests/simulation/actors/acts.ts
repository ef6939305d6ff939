import type { Act } from '../world.ts';
import { createsPayin, createsPayout, reads, refunds, repeats } from './merchants.ts';
import { acquirerDecides, acquirerDisputes, acquirerTells, bankSends } from './network.ts';
import { operatorCancels, operatorFails, sweeps } from './operator.ts';
import { answersChallenge, beginsTransfer, looks, paysByCard } from './payers.ts';

/** What anybody does; what is done more often stands here several times. */
export const ACTS: readonly Act[] = [
  createsPayin,
  createsPayin,
  createsPayin,
  repeats,
  createsPayout,
  paysByCard,
  paysByCard,
  paysByCard,
  beginsTransfer,
  beginsTransfer,
  bankSends,
  bankSends,
  answersChallenge,
  looks,
  refunds,
  refunds,
  acquirerDecides,
  acquirerTells,
  acquirerDisputes,
  operatorFails,
  operatorCancels,
  sweeps,
  sweeps,
  sweeps,
  reads,
];
