import { configureGlobal } from 'fast-check';

/** Properties are tried with the same values in each run: one that fails, fails for everybody. PROPERTY_SEED=… takes others. */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
