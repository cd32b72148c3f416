import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planUnit } from '#cli/service/plan-unit.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-unit-'));
});
afterEach(() => rm(folder, { recursive: true }));

const config = {
  runAs: { user: 'kauke', group: null },
  dataDir: '/var/lib/kauke',
  backup: { publicKey: null, folder: '/backups', keep: 7 },
};

/** A checkout whose web app is built, by a way that no unit hides. */
async function placeOf(): Promise<{ checkout: string; unitFolder: string; node: string }> {
  await mkdir(join(folder, 'dist/web'), { recursive: true });
  await writeFile(join(folder, 'dist/web/index.html'), '');
  await mkdir(join(folder, 'units'));
  const below = `/proc/self/root${folder}`;
  return { checkout: below, unitFolder: join(folder, 'units'), node: '/usr/bin/node' };
}

describe('planUnit', () => {
  it('lets the program write to its data and backups, and names its user, settings and script', async () => {
    const place = await placeOf();
    const { path, text } = planUnit(config, '/etc/kauke/kauke.env', place);
    expect(path).toBe(join(place.unitFolder, 'kauke.service'));
    for (const line of [
      'User=kauke',
      'Environment=CONFIG_FILE=/etc/kauke/kauke.env',
      `ExecStart=/usr/bin/node ${place.checkout}/src/cli/start.ts`,
      'ReadWritePaths=/var/lib/kauke /backups',
      'LimitCORE=0',
      'MemorySwapMax=0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).not.toMatch(/^Group=|MemoryDenyWriteExecute=/mu);
    const withGroup = { ...config, runAs: { user: 'kauke', group: 'mail' } };
    expect(planUnit(withGroup, '/etc/kauke/kauke.env', place).text).toContain('\nUser=kauke\nGroup=mail\n');
  });

  it('starts an installed release by the link that upgrades move', async () => {
    const place = await placeOf();
    const checkout = join(place.checkout, 'opt/releases/1.1.0');
    await mkdir(join(checkout, 'dist/web'), { recursive: true });
    await writeFile(join(checkout, 'dist/web/index.html'), '');
    const { text } = planUnit(config, '/etc/kauke/kauke.env', { ...place, checkout });
    expect(text).toContain(`\nExecStart=${place.checkout}/opt/current/kauke start\n`);
    expect(text).toContain('\nRestart=always\n');
  });

  it.each([
    [{ runAs: null }, {}, '--unit takes --user: the user that runs the program.'],
    [{}, { unitFolder: '/nowhere' }, '--unit: this machine has no systemd, there is no /nowhere.'],
    [
      {},
      { checkout: '/nowhere' },
      '--unit: the web app is not built yet, which a service cannot do; run: npm run prestart',
    ],
    [
      {},
      { node: '/root/node' },
      '--unit: /root/node lies where services see nothing; move it, for example below /opt.',
    ],
    [
      { dataDir: '/home/ann/data' },
      {},
      '--unit: /home/ann/data lies where services see nothing; move it, for example below /opt.',
    ],
    [
      { dataDir: '/srv/my data' },
      {},
      '--unit: /srv/my data has characters that units read as something else; rename it.',
    ],
    [{ dataDir: '/srv/100%' }, {}, '--unit: /srv/100% has characters that units read as something else; rename it.'],
  ])('refuses %j, %j in one line', async (settings, place, line) => {
    const here = await placeOf();
    expect(() => planUnit({ ...config, ...settings }, '/etc/kauke/kauke.env', { ...here, ...place })).toThrow(line);
  });

  it('overwrites no unit', async () => {
    const place = await placeOf();
    const path = join(place.unitFolder, 'kauke.service');
    await writeFile(path, '');
    expect(() => planUnit(config, '/etc/kauke/kauke.env', place)).toThrow(
      `--unit: ${path} is there already; take it away, or leave --unit out.`,
    );
  });
});
