import { systemAdapters } from '#main/adapters.ts';

/** Loaded by the program under measurement: here one account stands for many, and asks as fast as it is answered. */
const unlimited = { perSecond: 1_000_000, burst: 1_000_000 };
const requestRates = {
  perNetwork: unlimited,
  perAccount: unlimited,
  heavyReads: unlimited,
  newApiKeys: unlimited,
  newAccounts: unlimited,
  refusalMs: 0,
};
Object.assign(systemAdapters, { requestRates });
