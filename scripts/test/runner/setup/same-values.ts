import { configureGlobal } from 'fast-check';

/**
 * Tests properties with the same values in each run, so that one that fails, fails for everybody. PROPERTY_SEED=…
 * chooses others.
 */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
