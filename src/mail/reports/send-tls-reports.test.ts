import { describe, expect, it } from 'vitest';
import type { TlsRow } from '#core/mail-reports/report-rows.ts';
import { findField } from '#protocol/message/header-fields.ts';
import { readTlsReport } from '#protocol/reports/read-tls-report.ts';
import { reportedRow, useReportWorld } from '#support/report-world.ts';

const world = useReportWorld(['partner.example']);

const safe: TlsRow = {
  domain: 'partner.example',
  policy: {
    type: 'sts',
    lines: ['version: STSv1', 'mode: enforce', 'mx: mx.partner.example'],
    hosts: ['mx.partner.example'],
  },
  host: 'mx.partner.example',
  fault: null,
};

describe('a TLS report', () => {
  it('tells a domain how sessions with its mail hosts went', async () => {
    const rua = 'https://partner.example/x,mailto:tls@partner.example';
    world.mail.dns.add({ '_smtp._tls.partner.example': { TXT: [`v=TLSRPTv1; rua=${rua}`] } });
    for (let session = 0; session < 3; session += 1) world.rows.tls(safe);
    world.rows.tls({ ...safe, fault: 'certificate-expired' });
    const unasked = { type: 'no-policy-found', lines: [], hosts: [] } as const;
    world.rows.tls({ ...safe, policy: unasked, fault: 'starttls-not-supported' });
    await world.writeOut();
    world.nextDay();
    const [sent] = await world.sendReports(1);
    if (sent === undefined) throw new Error('nothing arrived');
    const { rcptTo, mailFrom, message, opened } = sent;
    expect([mailFrom, ...rcptTo]).toEqual(['', 'tls@partner.example']);
    expect(findField(message.fields, 'content-type')).toContain('multipart/report; report-type="tlsrpt"');
    expect(findField(message.fields, 'tls-report-domain')).toBe('partner.example');
    expect(findField(message.fields, 'tls-report-submitter')).toBe('kauke.test');
    expect(findField(message.fields, 'dkim-signature')).toContain('d=kauke.test');
    // Nobody may change whose report it is (RFC 8460 §5.3).
    const signed = findField(message.fields, 'dkim-signature')?.replaceAll(/\s/g, '');
    expect(signed).toContain(':tls-report-domain:tls-report-submitter;');
    const none = { starttls: 0, certificate: 0, dane: 0, sts: 0, other: 0 };
    expect(readTlsReport(opened.text)?.policies).toEqual(
      expect.arrayContaining([
        { domain: 'partner.example', succeeded: 3, failed: { ...none, certificate: 1 } },
        { domain: 'partner.example', succeeded: 0, failed: { ...none, starttls: 1 } },
      ]),
    );
    expect(JSON.parse(opened.text)).toMatchObject({
      'organization-name': 'kauke.test',
      'contact-info': 'postmaster@kauke.test',
      'report-id': expect.stringMatching(/^[\da-f]{24}@kauke\.test$/) as string,
      'date-range': { 'start-datetime': expect.stringMatching(/T00:00:00Z$/) as string },
      policies: expect.arrayContaining([
        {
          policy: {
            'policy-type': 'sts',
            'policy-string': safe.policy.lines,
            'policy-domain': 'partner.example',
            'mx-host': ['mx.partner.example'],
          },
          summary: { 'total-successful-session-count': 3, 'total-failure-session-count': 1 },
          'failure-details': [
            {
              'result-type': 'certificate-expired',
              'receiving-mx-hostname': 'mx.partner.example',
              'failed-session-count': 1,
            },
          ],
        },
      ]) as unknown[],
    });
  });

  it('goes to nobody who does not ask for it', async () => {
    world.rows.tls({ ...safe, domain: 'silent.example' });
    await world.writeOut();
    world.nextDay();
    await world.sendDue();
    expect(await world.countRows()).toEqual([]);
    expect(await world.mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
  });
});

it('where the operator sends no reports, nothing is gathered for them', async () => {
  expect(await world.gather({ dmarc: false, tls: false })).toBe(0);
  world.rows.dmarc(reportedRow);
  expect(await world.gather({ dmarc: true, tls: false })).toBe(1);
  world.rows.tls(safe);
  await world.writeOut();
  expect(await world.countRows()).toEqual([]);
});
