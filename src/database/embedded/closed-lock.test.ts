import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { silentLog } from '#support/silent-log.ts';

it('says how to mend a lock that it cannot open, as where the folder alone was given to another user', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-closed-lock-'));
  const lock = join(dataDir, 'kauke.lock');
  await mkdir(lock);
  await expect(startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom })).rejects.toThrow(
    `${lock} cannot be opened (EISDIR): all of DATA_DIR has to be the user's that runs the program; run: chown -R USER: ${dataDir}`,
  );
  await rm(dataDir, { recursive: true });
});
