import { expect, it } from 'vitest';
import { describeDevice } from '#api/middleware/describe-device.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0.0.0 Safari/537.36`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/141.0.0.0 Safari/537.36`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
  ['Opera on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/140.0 Safari/537.36 OPR/124.0`],
  ['Samsung Internet on Android', `Mozilla/5.0 (Linux; Android 15) ${webKit} SamsungBrowser/28.0 Chrome/130.0 Mobile`],
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
  ],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605 Version/26.0 Mobile Safari/604.1',
  ],
  ['Chrome on iPad', 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605 CriOS/141.0 Mobile Safari/604.1'],
  ['curl', 'curl/8.15.0'],
  ['Linux', 'SomethingNew/1.0 (Linux)'],
  ['Unknown device', 'node'],
  ['Unknown device', ''],
  ['Unknown device', undefined],
])('%s', (device, userAgent) => {
  expect(describeDevice(userAgent)).toBe(device);
});

it('says nothing of a header in the words of that header', () => {
  expect(describeDevice('<b>Firefox/1</b> on your-bank.example')).toBe('Firefox');
  expect(describeDevice(`${'x'.repeat(100_000)} Firefox/143.0`)).toBe('Unknown device');
});
