import { createTestLog } from '#support/test-log.ts';

/** For tests that do not look at the log. */
export const silentLog = createTestLog();
