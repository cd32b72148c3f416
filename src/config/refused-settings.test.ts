import { describe, expect, it } from 'vitest';
import { loadConfig, type Machine } from '#config/load-config.ts';
import { systemRandom } from '#platform/random.ts';
import { mxOperator } from '#support/mx-operator.ts';
import { configFaults } from '#support/config-faults.ts';

const machine: Machine = { isRoot: false, workingDirectory: '/srv/kauke', processors: 1 };

function faultsOf(environment: Record<string, string>): readonly string[] {
  return configFaults(() => loadConfig(environment, machine));
}

describe('delivery to the world', () => {
  const mx = { ...mxOperator, MAIL_DOMAINS: 'kauke.example' };

  it('refuses mail that nobody vouches for, which no other delivery does', () => {
    expect(loadConfig(mx, machine).unauthenticatedMail).toBe('refuse');
    expect(loadConfig({ ...mx, SMARTHOST_URL: 'smtp://relay.example' }, machine).unauthenticatedMail).toBe('mark');
  });

  it.each(['OPERATOR_EMAIL', 'OPERATOR_NAME', 'OPERATOR_COUNTRY', 'PUBLIC_URL'])('is refused without %s', (name) => {
    expect(faultsOf({ ...mx, [name]: '' })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: got nothing, but DELIVERY is mx; takes `, 'u')),
    ]);
    expect(faultsOf({ DELIVERY: 'preview', [name]: '' })).toEqual([]);
  });

  it.each([
    'http://localhost:3000',
    'https://kauke.localhost',
    'http://127.0.0.1',
    'http://127.8.0.1',
    'http://[::1]:80',
  ])('is refused where mails would lead to %s', (PUBLIC_URL) => {
    expect(faultsOf({ ...mx, PUBLIC_URL })).toEqual([
      `PUBLIC_URL: got "${PUBLIC_URL.replace(':80', '')}", but DELIVERY is mx; takes the address that people reach the web app at`,
    ]);
  });

  it('takes any other address', () => {
    expect(faultsOf({ ...mx, PUBLIC_URL: 'http://127.0.0.1.example' })).toEqual([]);
  });
});

describe('a SECRET_KEY that can be guessed', () => {
  it.each([
    ['of zeros', Buffer.alloc(32)],
    ['of few octets', Buffer.from('abcdefgh'.repeat(4))],
    ['that counts', Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7))],
    ['that is a sentence', Buffer.from('This is a sentence with 32 signs')],
  ])('is refused: one %s', (_, key) => {
    const SECRET_KEY = key.toString('base64');
    const [line, ...more] = faultsOf({ SECRET_KEY });
    expect(line).toMatch(/^SECRET_KEY: got a value that can be guessed; takes .* npm run kauke -- rotate-secret$/u);
    expect(line).not.toContain(SECRET_KEY);
    expect(more).toEqual([]);
    expect(loadConfig({ SECRET_KEY }, machine, { weakSecret: 'allowed' }).secretKey).toEqual(key);
  });

  it('is no random one', () => {
    for (let round = 0; round < 1000; round += 1) {
      expect(faultsOf({ SECRET_KEY: systemRandom.bytes(32).toString('base64') })).toEqual([]);
    }
  });
});

describe('the user that runs the program', () => {
  it('is a name, or one with its group', () => {
    expect(loadConfig({ RUN_AS: 'kauke' }, machine).runAs).toEqual({ user: 'kauke', group: null });
    expect(loadConfig({ RUN_AS: '_kauke:mail-in' }, machine).runAs).toEqual({ user: '_kauke', group: 'mail-in' });
  });

  it.each(['root', 'kauke:root', '0', 'a b', 'kauke:', ':mail', 'a:b:c', '-kauke', 'K'])('is never %s', (RUN_AS) => {
    expect(faultsOf({ RUN_AS })).toEqual([
      `RUN_AS: got ${JSON.stringify(RUN_AS)}; takes a user of this machine other than root, or user:group`,
    ]);
  });
});
