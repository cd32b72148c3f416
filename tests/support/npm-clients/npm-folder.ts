import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A folder of its own, where packages lie that are no dependencies of ours: some are GPL. */
export interface NpmFolder {
  readonly path: string;
  /** Runs a program of one of the packages, or `node`. @returns what it printed; throws where it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  write(name: string, content: string): Promise<string>;
  remove(): Promise<void>;
}

const tenMinutes = 600_000;
const most = 256 * 1024 * 1024;

/** Installs exact versions without running their scripts. */
export async function installPackages(packages: readonly string[]): Promise<NpmFolder> {
  const path = await mkdtemp(join(tmpdir(), 'kauke-clients-'));
  const execute = async (program: string, args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: path,
      timeout: tenMinutes,
      maxBuffer: most,
      encoding: 'utf8',
    });
    return stdout;
  };
  const write = async (name: string, content: string): Promise<string> => {
    const file = join(path, name);
    await writeFile(file, content);
    return file;
  };
  await write('package.json', JSON.stringify({ private: true }));
  await execute('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]);
  return {
    path,
    run: (program, ...args) =>
      program === 'node' ? execute(process.execPath, args) : execute(join(path, 'node_modules/.bin', program), args),
    write,
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
