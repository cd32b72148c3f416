import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatherSettings } from '#config/gather-settings.ts';
import { configFaults } from '#support/config-faults.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-settings-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, content: string, mode = 0o600): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  await chmod(path, mode);
  return path;
}

function gather(environment: Record<string, string>) {
  return gatherSettings({ environment, isRoot: false, workingDirectory: folder });
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  return configFaults(() => gather(environment));
}

describe('the settings', () => {
  it('come from the file that CONFIG_FILE names, with the environment on top', async () => {
    const path = await write('my.env', 'HTTP_PORT=1\nMX_PORT=2\n');
    const { environment, settingsFile, places } = gather({ CONFIG_FILE: 'my.env', HTTP_PORT: '3', MX_PORT: ' ' });
    expect(environment).toMatchObject({ HTTP_PORT: '3', MX_PORT: '2' });
    expect(settingsFile).toBe(path);
    expect([...places]).toEqual([['MX_PORT', `${path}:2: `]]);
  });

  it('come from DATA_DIR where nothing else is named, and from no file when none is asked for', async () => {
    await mkdir(join(folder, 'kept'));
    const path = await write('kept/kauke.env', 'HTTP_PORT=1\n');
    expect(gather({ DATA_DIR: 'kept' })).toMatchObject({ environment: { HTTP_PORT: '1' }, settingsFile: path });
    expect(gather({ DATA_DIR: 'kept', CONFIG_FILE: 'none' })).toMatchObject({ settingsFile: null });
    expect(gather({ DATA_DIR: 'elsewhere' })).toMatchObject({ settingsFile: null });
  });

  it('name file and line of all that is no setting', async () => {
    const path = await write('my.env', 'HTTP_PROT=1\n\nwhat\nPATH=/bin\nCONFIG_FILE=x\n');
    expect(faultsOf({ CONFIG_FILE: path })).toEqual([
      `${path}:1: HTTP_PROT: not a variable of this program; did you mean HTTP_PORT?`,
      `${path}:3: takes NAME=value, or # and a comment`,
      `${path}:4: PATH: not a variable of this program; takes none named so`,
      `${path}:5: CONFIG_FILE: cannot stand in a settings file`,
    ]);
  });

  it('are refused where others can read or change them', async () => {
    const owner = process.getuid?.() === 0 ? '640' : '600';
    for (const mode of [0o644, 0o602, 0o666]) {
      const path = await write('my.env', 'HTTP_PORT=1\n', mode);
      const [line, ...more] = faultsOf({ CONFIG_FILE: path });
      expect(line).toMatch(/^CONFIG_FILE: (\S+) can be read or changed by others; run: chmod 6[04]0 \1$/u);
      expect(more).toEqual([]);
    }
    await chmod(join(folder, 'my.env'), Number.parseInt(owner, 8));
    expect(faultsOf({ CONFIG_FILE: 'my.env' })).toEqual([]);
  });

  it('are refused in another encoding, in which a password would be another one', async () => {
    const path = await write('latin.env', '');
    await writeFile(path, Buffer.from('OPERATOR_NAME=Andr\u00e9\n', 'latin1'));
    expect(faultsOf({ CONFIG_FILE: path })).toEqual([`CONFIG_FILE: ${path} is no text in UTF-8`]);
  });

  it('are refused where the file is missing, a folder or too large', async () => {
    expect(faultsOf({ CONFIG_FILE: 'gone.env' })).toEqual([
      `CONFIG_FILE: ${join(folder, 'gone.env')} cannot be read (ENOENT)`,
    ]);
    const large = await write('large.env', '#'.repeat(70_000));
    for (const path of [folder, large]) {
      expect(faultsOf({ CONFIG_FILE: path })).toEqual([`CONFIG_FILE: ${path} is no file of at most 64 KiB`]);
    }
  });
});

describe('a secret', () => {
  it('is read from the file that NAME_FILE names', async () => {
    await write('key', 'abc\n');
    const { environment } = gather({ SECRET_KEY_FILE: 'key' });
    expect(environment).toEqual({ SECRET_KEY: 'abc' });
  });

  it('of the environment counts before that of the file, whichever way it is given', async () => {
    await write('key', 'from its file');
    const inline = await write('inline.env', 'SECRET_KEY=inline\n');
    expect(gather({ CONFIG_FILE: inline, SECRET_KEY_FILE: 'key' }).environment['SECRET_KEY']).toBe('from its file');
    const named = await write('named.env', 'SECRET_KEY_FILE=key\n');
    expect(gather({ CONFIG_FILE: named, SECRET_KEY: 'set' }).environment['SECRET_KEY']).toBe('set');
  });

  it('is refused when it is given twice, empty, open to others or not there', async () => {
    await write('key', '');
    await write('open', 'abc', 0o644);
    expect(faultsOf({ SECRET_KEY: 'x', SECRET_KEY_FILE: 'key' })).toEqual([
      'SECRET_KEY: got a value, but SECRET_KEY_FILE is set too; takes one of the two',
    ]);
    expect(faultsOf({ SECRET_KEY_FILE: 'key' })).toEqual(['SECRET_KEY_FILE: got "key", which is empty']);
    expect(faultsOf({ SECRET_KEY_FILE: 'gone' })).toEqual(['SECRET_KEY_FILE: gone cannot be read (ENOENT)']);
    expect(faultsOf({ SECRET_KEY_FILE: 'open' })[0]).toMatch(/^SECRET_KEY_FILE: \S+ can be read or changed by others/u);
  });
});
