import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#support/browser.ts';

/** Draws what must be PNG from the mark in favicon.svg, into src/web/public. Run by hand when the mark changes. */

const root = resolve(import.meta.dirname, '..');
const publicFolder = join(root, 'src/web/public');
const paper = '#faf6ef';

const typefacePath = 'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** CSS colour; null leaves the ground clear. */
  readonly ground: string | null;
  readonly body: string;
}

async function draw(browser: Browser, { width, height, ground, body }: Picture): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } });
  const typeface = (await readFile(join(root, typefacePath))).toString('base64');
  await page.setContent(`<!doctype html><style>
    @font-face { font-family: Sans; src: url(data:font/woff2;base64,${typeface}); font-weight: 400 700; }
    * { margin: 0; box-sizing: border-box; }
    body { width: ${width}px; height: ${height}px; background: ${ground ?? 'transparent'}; color: #1f1a15; font-family: Sans; }
  </style>${body}`);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ omitBackground: ground === null });
  await page.close();
  return png;
}

/** The mark alone; `part` of the width is filled by it. */
function icon(mark: string, size: number, part: number, ground: string | null): Picture {
  return {
    width: size,
    height: size,
    ground,
    body: `<div style="display:grid;place-items:center;height:100%"><div style="width:${part * 100}%;line-height:0">${mark}</div></div>`,
  };
}

function socialPicture(mark: string): Picture {
  return {
    width: 1200,
    height: 630,
    ground: paper,
    body: `<div style="display:flex;align-items:center;justify-content:space-between;height:100%;padding:0 88px;border-bottom:16px solid #e8a33a">
    <div>
      <p style="font-size:32px;font-weight:600">Kauke</p>
      <p style="margin-top:36px;font-size:104px;line-height:1.02;font-weight:600;letter-spacing:-3px">Be anyone.</p>
      <p style="margin-top:28px;font-size:38px;line-height:1.3;color:#665c50">One click, new identity.<br>Your inbox stays safe.</p>
    </div>
    <div style="width:340px">${mark}</div>
  </div>`,
  };
}

/** An ICO file that holds one PNG. */
function wrapIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const mark = await readFile(join(publicFolder, 'favicon.svg'), 'utf8');
const browser = await launchBrowser();
try {
  const pictures: Readonly<Record<string, Picture>> = {
    'og.png': socialPicture(mark),
    'apple-touch-icon.png': icon(mark, 180, 0.68, paper),
    'icon-192.png': icon(mark, 192, 0.84, paper),
    'icon-512.png': icon(mark, 512, 0.84, paper),
    // A launcher may cut it to the circle that fills four fifths.
    'icon-maskable-512.png': icon(mark, 512, 0.56, paper),
  };
  for (const [name, picture] of Object.entries(pictures)) {
    await writeFile(join(publicFolder, name), await draw(browser, picture));
  }
  await writeFile(join(publicFolder, 'favicon.ico'), wrapIco(await draw(browser, icon(mark, 32, 1, null)), 32));
} finally {
  await browser.close();
}
