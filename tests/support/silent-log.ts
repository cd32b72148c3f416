import { createLog } from '#platform/log.ts';

/** For tests that do not look at the log. */
export const silentLog = createLog(
  () => undefined,
  () => 0,
);
