/** The acquirer conformance suite: the behaviour that every adapter must have, whatever its acquirer. */
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';
import type { AcquirerRig, Rig } from './rig.ts';
import { authenticationRecords } from './authentication-records.ts';
import { challenges } from './challenges.ts';
import { contradictions } from './contradictions.ts';
import { disputes } from './disputes.ts';
import { network } from './network.ts';
import { notifications } from './notifications.ts';
import { outcomes } from './outcomes.ts';
import { payouts } from './payouts.ts';
import { refunds } from './refunds.ts';
import { terminals } from './terminals.ts';
import { transferNetwork } from './transfer-network.ts';
import { transferNotifications } from './transfer-notifications.ts';
import { transfers } from './transfers.ts';

/** The adapter to test. The suite skips only the abilities that its description declares as missing. */
export interface Subject {
  description: AdapterDescription;
  /** Whether a network, which can fail, is between the adapter and its acquirer. */
  remote: boolean;
  start: () => Promise<AcquirerRig>;
}

export function acquirerConformance({ description, remote, start }: Subject): void {
  describe(description.name, () => {
    let started: AcquirerRig | undefined;
    const rig: Rig = () => {
      if (started === undefined) throw new Error('The acquirer was not started');
      return started;
    };
    beforeAll(async () => {
      started = await start();
    });
    afterEach(async () => {
      await started?.network?.proxy.heal();
    });
    afterAll(async () => {
      await started?.close();
    });
    outcomes(rig, description);
    authenticationRecords(rig);
    challenges(rig, description);
    terminals(rig);
    if (description.notifications) disputes(rig);
    transfers(rig, description);
    if (remote) transferNetwork(rig, description);
    transferNotifications(rig, description);
    if (remote) network(rig, description);
    if (remote) contradictions(rig, description);
    if (description.notifications) notifications(rig);
    if (description.payouts) payouts(rig);
    if (description.refunds !== undefined) refunds(rig, description);
  });
}
