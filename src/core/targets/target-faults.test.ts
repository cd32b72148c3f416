import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCore, type TestCore } from '#support/core.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import { readTargets } from '#core/aliases/alias-input.ts';

let test: TestCore;
beforeAll(async () => {
  test = await createTestCore({ publicUrl: 'https://app.mask.lt' });
});
afterAll(() => test.drop());

function read(text: string, insecureWebhooks = false): ForwardTarget[] {
  return readTargets({ ...test.core, settings: { ...test.core.settings, insecureWebhooks } }, text);
}
function refusal(text: string) {
  return { code: 'invalid_input', details: { errors: { forwardTo: [text] } } };
}
const invalid = refusal('Please enter valid email addresses and/or webhook URLs (https://…) separated by commas');

describe('the URL of a webhook', () => {
  it.each([
    'http://hooks.mask.lt/',
    'https://hooks.mask.lt:444/',
    'https://hooks.mask.lt:80/',
    'https://user@hooks.mask.lt/',
    'https://user:secret@hooks.mask.lt/',
    'https://:secret@hooks.mask.lt/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://hooks.mask.lt./',
    'https://hooks.mask.lt\\@evil.lt/',
    'https:///hooks',
    'https://',
    'https://ho oks.mask.lt/',
    'https://hooks.mask.lt:99999/',
    'ftp://hooks.mask.lt/',
    'javascript:alert(1)',
  ])('%s is refused with the text for it', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining(invalid));
  });

  it('is not longer than 2048 characters', () => {
    const base = 'https://hooks.mask.lt/';
    expect(read(base.padEnd(2_048, 'a'))).toHaveLength(1);
    expect(() => read(base.padEnd(2_049, 'a'))).toThrow(expect.objectContaining(invalid));
    // Escapes make it longer.
    expect(() => read(base.padEnd(1_000, 'ė'))).toThrow(expect.objectContaining(invalid));
  });

  it.each([
    ['https://app.mask.lt/x', 'app.mask.lt'],
    ['https://app.mask.lt:8443/x', 'app.mask.lt'],
    ['https://KAUKE.test/x', 'kauke.test'],
  ])('%s is refused as our own host', (text, host) => {
    const words = `${host} is our own host. Please use a webhook elsewhere.`;
    expect(() => read(text)).toThrow(expect.objectContaining(refusal(words)));
  });

  it('is kept in its one normal form', () => {
    const typed =
      'HTTPS://Hooks.MASK.lt:443/In%2CBox?a=1#part, https://hooks.mask.lt:8443/, https://hooks.mask.lt:8443';
    expect(read(typed)).toEqual([
      { kind: 'webhook', url: 'https://hooks.mask.lt/In%2CBox?a=1' },
      { kind: 'webhook', url: 'https://hooks.mask.lt:8443/' },
    ]);
  });

  it('may be http, on this machine and on any port, where the operator allows it, but not this program', () => {
    expect(read('http://127.0.0.1:8080/in', true)).toEqual([{ kind: 'webhook', url: 'http://127.0.0.1:8080/in' }]);
    expect(read('https://app.mask.lt:8443/', true)).toHaveLength(1);
    expect(() => read('https://app.mask.lt/api', true)).toThrow(
      expect.objectContaining(refusal('app.mask.lt is our own host. Please use a webhook elsewhere.')),
    );
  });
});
