import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { becomeUser, giveDataDir, startAsUser } from '#cli/service/become-user.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-user-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const uid = process.getuid?.() ?? -1;
const other = { name: 'somebody', uid: uid + 1, gid: uid + 1, groups: [uid + 1] };

/** How root becomes a user for good is the lab `service`: this process goes on. */
describe('RUN_AS', () => {
  it('changes nothing where it is not set', async () => {
    await becomeUser({ runAs: null, dataDir });
    await startAsUser({ runAs: null, dataDir, settingsFile: null });
    expect(process.getuid?.()).toBe(uid);
  });

  it.each([
    [{ user: 'nobody-knows-me', group: null }, 'there is no user nobody-knows-me; run: useradd --system'],
    [{ user: 'daemon', group: 'no-such-group' }, 'there is no user daemon or no group no-such-group; run: useradd'],
  ])('refuses %j for commands and the program alike', async (runAs, line) => {
    await expect(becomeUser({ runAs, dataDir })).rejects.toThrow(line);
    await expect(startAsUser({ runAs, dataDir, settingsFile: null })).rejects.toThrow(line);
  });

  it("is refused to whoever is neither root nor that user, and to root where the data folder is another's", async () => {
    const runAs = { user: 'daemon', group: null };
    const line =
      uid === 0 ? `DATA_DIR ${dataDir} is not daemon's; stop the program, then run:` : 'as that user, or as root';
    await expect(becomeUser({ runAs, dataDir })).rejects.toThrow(line);
    await expect(startAsUser({ runAs, dataDir, settingsFile: null })).rejects.toThrow(line);
  });

  it('takes no folder away from anybody, and says why one cannot be made', async () => {
    await expect(giveDataDir(dataDir, other)).rejects.toThrow(`then run: chown -R somebody: ${dataDir}`);
    await writeFile(join(dataDir, 'file'), '');
    const below = join(dataDir, 'file/data');
    await expect(giveDataDir(below, other)).rejects.toThrow(`DATA_DIR ${below} cannot be made (ENOTDIR).`);
  });
});
