// @module-tag postgres-only
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newServiceData,
  type ServiceData,
} from '../../../../../tests/support/database/seeds/service-data.ts';
import { setDefaults, STRANGE_SETTINGS } from '../../../../../tests/support/database/defaults.ts';
import { connectDatabase } from '../connect.ts';
import type { Database } from '../database.ts';

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'sessions of a database with settings of its own',
  () => {
    let data: ServiceData;
    let database: Database;

    beforeAll(async () => {
      data = await newServiceData();
      await setDefaults(data.directUrl ?? '', STRANGE_SETTINGS);
      database = await connectDatabase({
        databaseUrl: data.directUrl,
        dataDirectory: data.directory,
        poolSize: 2,
        onConnectionLost: () => undefined,
      });
    });
    afterAll(async () => {
      await database.close();
      await data.remove();
    });

    it.each(['db', 'observer', 'recurring', 'longRunning'] as const)(
      'answer as usual: %s',
      async (kind) => {
        const { rows } = await sql`
          select timestamptz '2026-03-01T12:00:00Z' as at, date '2026-03-01'::text as day,
            interval '-1 day 02:00'::text as length, 1.1::float8 / 3 as share, '\\x00ff'::bytea::text as bytes,
            'a\\b' as backslash, null = null as equal, '{NULL}'::text[] as texts,
            current_setting('transaction_isolation') as isolation, current_setting('lock_timeout') as patience
        `.execute(database[kind]);
        expect(rows).toEqual([
          {
            at: new Date('2026-03-01T12:00:00Z'),
            day: '2026-03-01',
            length: '-1 days +02:00:00',
            share: 1.1 / 3,
            bytes: '\\x00ff',
            backslash: 'a\\b',
            equal: null,
            texts: [null],
            isolation: 'read committed',
            patience: '0',
          },
        ]);
      },
    );
  },
);
