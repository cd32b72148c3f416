import { expect, it } from 'vitest';
import { describeSite } from '#api/describe-site.ts';
import { loadConfig } from '#config/load-config.ts';

const machine = { isRoot: false, workingDirectory: '/srv/kauke', processors: 2 };
const reports = { DMARC_REPORTS: 'on', TLS_REPORTS: 'on' };
const smarthost = { DELIVERY: 'smarthost', SMARTHOST_URL: 'smtp://127.0.0.1:25', MAIL_DOMAINS: 'kauke.test' };
const operator = {
  MAIL_HOSTNAME: 'mx.kauke.test',
  OPERATOR_EMAIL: 'me@example.com',
  OPERATOR_NAME: 'Ann',
  OPERATOR_COUNTRY: 'Latvia',
  PUBLIC_URL: 'https://kauke.test',
};
const improvmx = { FORWARDING_PROVIDER: 'improvmx', IMPROVMX_API_KEY: 'sk_1234567890abcdef1234567890abcdef' };

it.each([
  ['a preview that was asked for none', {}, { dmarc: false, tls: false }],
  [
    'its own mail hosts',
    { ...operator, ...reports, DELIVERY: 'mx', MAIL_DOMAINS: 'kauke.test' },
    { dmarc: true, tls: true },
  ],
  ['a smarthost, which sees the mail hosts', { ...operator, ...reports, ...smarthost }, { dmarc: true, tls: false }],
  [
    'a provider, which takes the mail in',
    { ...operator, ...reports, ...smarthost, ...improvmx },
    { dmarc: false, tls: false },
  ],
])('says which reports leave from %s', (_, environment, sendsReports) => {
  const site = describeSite(loadConfig(environment, machine), '1', {
    submissionPort: null,
    submissionsPort: null,
    mailboxPort: null,
  });
  expect(site.legal).toMatchObject({ sendsReports });
});
