import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const buildFolder = fileURLToPath(new URL('../../.build', import.meta.url));

/**
 * Fewer processes and no requests of the browser's own; nothing here weakens what a page may do. With a zygote one tab of five that is
 * opened behind another never comes (Chromium without a sandbox).
 */
const args = [
  '--no-zygote',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findOnPath(): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

function findInstalled(): string | undefined {
  return [chromium.executablePath()].find((path) => existsSync(path));
}

/** The package unpacks into the folder for temporary files; ours belongs to the checkout, so no two users meet there. */
async function unpackInto(folder: string): Promise<void> {
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
  await mkdir(buildFolder, { recursive: true });
  const unfinished = await mkdtemp(join(buildFolder, 'chromium-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = unfinished;
  try {
    await Promise.all(['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) => inflate(join(bin, name))));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  // Another run may have been faster; its copy is as good as ours.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
}

/** The package's own list of typefaces names folders of another machine; without any, text is neither drawn nor typed. */
function describeFonts(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
}

/** A browser that needs nothing of the machine: its shared libraries and its typefaces come along. */
async function unpackFromNpm(): Promise<LaunchOptions> {
  const folder = join(buildFolder, 'chromium');
  if (!existsSync(folder)) await unpackInto(folder);
  const fonts = join(folder, 'fonts.conf');
  await writeFile(fonts, describeFonts(folder));
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: fonts,
    },
  };
}

/** Whether the browser from npm, which is made for x64 and the GNU C library, runs on this machine. */
async function runs({ executablePath = '', env }: LaunchOptions): Promise<boolean> {
  const [exitCode] = await once(spawn(executablePath, ['--version'], { env, stdio: 'ignore' }), 'close').catch(() => [
    1,
  ]);
  return exitCode === 0;
}

interface LaunchChoice {
  readonly debuggingPort?: number;
  readonly more?: readonly string[];
}

/**
 * Starts Chromium: the one from npm, which is the same on every machine, else the machine's own, else the one that Playwright
 * installed (record 114). `debuggingPort`: where others than Playwright can take hold of it. `more`: further arguments of its own.
 */
export async function launchBrowser({ debuggingPort, more = [] }: LaunchChoice = {}): Promise<Browser> {
  const fromNpm = await unpackFromNpm();
  const executablePath = (await runs(fromNpm)) ? undefined : (findOnPath() ?? findInstalled());
  const found = executablePath === undefined ? fromNpm : { executablePath };
  const own = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`];
  return chromium.launch({ ...found, args: [...args, ...own, ...more], chromiumSandbox: false });
}
