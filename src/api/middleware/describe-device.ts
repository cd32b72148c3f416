import { deviceWords } from '#messages/server/answers.ts';

/** First match counts: most name the programs they descend from, too. */
const programs = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bVivaldi\//u, 'Vivaldi'],
  [/\bYaBrowser\//u, 'Yandex Browser'],
  [/\bDuckDuckGo\/|\bDdg\//u, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//u, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//u, 'Safari'],
  [/^curl\//u, 'curl'],
] as const;

const systems = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bWindows\b/u, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/u, 'macOS'],
  [/\b(?:Linux|X11)\b/u, 'Linux'],
] as const;

function findName(rows: readonly (readonly [pattern: RegExp, name: string])[], text: string): string | null {
  return rows.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** What is read of a header that anybody may fill. */
const readLength = 512;

/**
 * The browser and the system of a `User-Agent` in words, such as "Firefox on Linux". Only what people tell their devices apart by: no
 * version, so that an update is no new device, and nothing else that would be a fingerprint.
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, readLength);
  return deviceWords(findName(programs, text), findName(systems, text));
}
