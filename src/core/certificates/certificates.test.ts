import { expect, it } from 'vitest';
import { planPorts } from '#cli/setup/plan-ports.ts';
import { certificateNames } from '#core/certificates/certificates.ts';

const config: Parameters<typeof certificateNames>[0] = {
  mailHostname: 'mx.mask.example',
  publicUrl: 'https://mask.example',
  httpsPort: 443,
  roles: new Set(['web', 'mx', 'submission']),
  mailboxPort: null,
  improvmx: null,
};
const improvmx = { apiKey: 'sk_1', apiUrl: 'https://api.improvmx.example/v3/' };
const domains = ['mask.example', 'veil.example'];
const always = ['mx.mask.example', 'mask.example', 'mta-sts.mask.example', 'mta-sts.veil.example'];

it('names below a domain what is answered there: the file for mail programs where they are told of a mailbox', () => {
  expect(certificateNames(config, domains)).toEqual(always);
  const withMailbox = { ...config, mailboxPort: 2995 };
  expect(certificateNames(withMailbox, domains)).toEqual([
    ...always,
    'autoconfig.mask.example',
    'autoconfig.veil.example',
  ]);
  // Where another service forwards there is no file.
  expect(certificateNames({ ...withMailbox, improvmx }, domains)).toEqual(always);
});

it('has the same names in what a proxy is to pass on', async () => {
  const given = { MAIL_DOMAINS: 'mask.example', PUBLIC_URL: 'https://mask.example' };
  const notes = async (answers: Record<string, string>): Promise<string> =>
    (await planPorts(answers, async () => ({ holder: 'nginx' }))).notes.join('\n');
  expect(await notes(given)).toContain('server_name mask.example mta-sts.mask.example;');
  expect(await notes({ ...given, MAILBOX_PORT: '2995' })).toContain(
    'server_name mask.example mta-sts.mask.example autoconfig.mask.example;',
  );
});
