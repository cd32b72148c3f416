import { describe, expect, it } from 'vitest';
import { loadConfig, type Machine } from '#config/load-config.ts';
import { configFaults } from '#support/config-faults.ts';

const machine: Machine = { isRoot: false, workingDirectory: '/srv/kauke', processors: 2 };
const base = {
  MAIL_DOMAINS: 'mask.example',
  MAIL_HOSTNAME: 'mx.mask.example',
  OPERATOR_EMAIL: 'op@home.example',
  PUBLIC_URL: 'https://mask.example',
  SMARTHOST_URL: 'smtp://relay.example',
};

function faultsOf(environment: Record<string, string>): string[] {
  const faults = configFaults(() => loadConfig(environment, machine));
  return faults.map((line) => line.slice(0, line.indexOf('; takes')));
}

describe('the settings for certificates', () => {
  it.each([
    [undefined, 'https://acme-v02.api.letsencrypt.org/directory', true],
    ['production', 'https://acme-v02.api.letsencrypt.org/directory', true],
    ['staging', 'https://acme-staging-v02.api.letsencrypt.org/directory', false],
    ['https://ca.internal.example/acme/directory', 'https://ca.internal.example/acme/directory', true],
  ])('take %s as %s', (text, directory, trusted) => {
    const set = { ...base, ACME_EMAIL: 'op@home.example', ...(text === undefined ? {} : { ACME_DIRECTORY: text }) };
    expect(loadConfig(set, machine).acme).toEqual({ email: 'op@home.example', directory, trusted });
  });

  it.each<[Record<string, string>, string]>([
    [{ ACME_EMAIL: 'nobody' }, 'ACME_EMAIL: got "nobody"'],
    [{ ACME_DIRECTORY: 'staging' }, 'ACME_EMAIL: got nothing, but ACME_DIRECTORY is set'],
    [{ ACME_EMAIL: 'op@home.example', ACME_DIRECTORY: 'test' }, 'ACME_DIRECTORY: got "test"'],
    [{ ACME_EMAIL: 'op@home.example', ACME_DIRECTORY: 'constructor' }, 'ACME_DIRECTORY: got "constructor"'],
    [
      { ACME_EMAIL: 'op@home.example', ACME_DIRECTORY: 'http://ca.example/' },
      'ACME_DIRECTORY: got "http://ca.example/"',
    ],
    [
      { ACME_EMAIL: 'op@home.example', TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' },
      'ACME_EMAIL: got "op@home.example", but TLS_CERT_FILE is set',
    ],
    [
      { ACME_EMAIL: 'op@home.example', DELIVERY: 'preview' },
      'ACME_EMAIL: got "op@home.example", but DELIVERY is preview, which nobody reaches',
    ],
    [
      { ACME_EMAIL: 'op@home.example', MAIL_HOSTNAME: 'localhost' },
      'ACME_EMAIL: got "op@home.example", but MAIL_HOSTNAME is localhost',
    ],
    [
      { REDIRECT_PORT: '80', PUBLIC_URL: 'http://mask.example' },
      'REDIRECT_PORT: got "80", but PUBLIC_URL is http://mask.example',
    ],
    [{ REDIRECT_PORT: '80', PUBLIC_URL: '' }, 'REDIRECT_PORT: got "80", but PUBLIC_URL is not set'],
    [{ REDIRECT_PORT: 'eighty' }, 'REDIRECT_PORT: got "eighty"'],
  ])('refuse %j', (changes, fault) => {
    expect(faultsOf({ ...base, ...changes })).toEqual([fault]);
  });
});
