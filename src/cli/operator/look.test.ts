import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainCommandContext } from '#cli/database.ts';
import { runAccountFind } from '#cli/operator/account.ts';
import { runAccountReported, runHealth, runVolume } from '#cli/operator/look.ts';
import { withOperator } from '#cli/operator/with-operator.ts';
import { aliasesResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { systemClock } from '#platform/clock.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { openMailProgram } from '#support/submission.ts';

const patient = { interval: 250 };

const email = 'ann@home.example';
const operator = 'operator@home.example';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: operator,
    TARGET_CONFIRMATION: 'off',
    UNAUTHENTICATED_MAIL: 'mark',
    MAIL_HOSTNAME: 'mx.kauke.test',
  });
  ann = await signUpOwner(service, email);
  await ann.createAlias('shop', [email]);
});
afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function printed(run: (command: DomainCommandContext, print: (line: string) => void) => Promise<void>) {
  const lines: string[] = [];
  await run(service.command, (line) => lines.push(line));
  return lines.join('\n');
}
function find() {
  return printed((command, print) => runAccountFind(command, email, print));
}
async function send(to: string, lines: readonly string[], from = 'fbl@provider.example'): Promise<string> {
  const { data } = await sendMessage({ port: service.mxPort, from, to, data: `${lines.join('\r\n')}\r\n` });
  return data ?? '';
}

/** A message that ann's mail program sent, as its recipient got it. */
async function sendAsAlias() {
  const { body } = await ann.send('GET', `/api/aliases/${ann.id}`);
  const [alias] = aliasesResponseSchema.parse(body).aliases;
  const made = await ann.send('POST', '/api/smtp-credentials', { aliasId: alias?.id });
  const { username, password } = newCredentialResponseSchema.parse(made.body).credential;
  const mailProgram = openMailProgram({ port: service.program.submissionPort ?? 0, username, password });
  await mailProgram.sendMail({ from: username, to: 'bob@provider.example', subject: 'Buy', text: 'Now.' });
  mailProgram.close();
  const find = () => sink.messages.find(({ rcptTo }) => rcptTo.includes('bob@provider.example'));
  await expect.poll(find, patient).toBeDefined();
  const sent = find();
  if (sent === undefined) throw new Error('nothing arrived');
  return sent;
}

describe('mail to abuse@', () => {
  it('reaches the operator, and counts against the account that sent what is complained of', async () => {
    const { mailFrom, raw } = await sendAsAlias();
    const [header = ''] = raw.toString('latin1').split('\r\n\r\n');
    const report = [
      'From: fbl@provider.example',
      'Subject: complaint 1',
      'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
      '',
      '--b',
      '',
      'Spam was reported.',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'Version: 1',
      `Original-Mail-From: <${mailFrom}>`,
      '--b',
      'Content-Type: message/rfc822',
      '',
      header,
      '',
      'Now.',
      '--b--',
    ];
    expect(await printed(runAccountReported)).toBe('No complaint leads to an account.');
    expect(await find()).toMatch(/^Reports {2}none$/mu);
    expect(await send('Abuse@kauke.test', report)).toMatch(/^250/);
    expect(await send('postmaster@kauke.test', report)).toMatch(/^250/);
    const plain = ['From: carol@other.example', 'Subject: complaint 2', '', 'Spam from shop@kauke.test!'];
    expect(await send('abuse@kauke.test', plain, 'carol@other.example')).toMatch(/^250/);
    const passedOn = sink.messages.filter(({ rcptTo }) => rcptTo.includes(operator));
    expect(passedOn.filter(({ raw: octets }) => octets.includes('Subject: complaint '))).toHaveLength(3);
    const counts = '1 about what it sent, 0 about what was forwarded to it, 1 that merely name it; the last 20';
    expect(await find()).toContain(`Reports  ${counts}`);
    expect(await printed(runAccountReported)).toMatch(new RegExp(`^${ann.id.slice(0, 8)}  ${counts}`, 'u'));
    await withOperator(service.command, async ({ database }) => {
      const rows = await database.db.selectFrom('abuseReports').selectAll().execute();
      expect(rows.map((row) => Object.keys(row).toSorted().join(' '))).toEqual(Array(2).fill('at id kind userId'));
    });
  });
});

describe('volume', () => {
  it('tells the messages of each day by the age of the account, and of nobody', async () => {
    const mail = ['From: carol@other.example', 'Subject: to an alias', '', 'Hello'];
    for (let turn = 0; turn < 3; turn += 1) expect(await send('shop@kauke.test', mail)).toMatch(/^250/);
    await withOperator(service.command, ({ database }) =>
      database.pool.query(`update users set created_at = now() - interval '5 days'`),
    );
    expect(await send('shop@kauke.test', mail)).toMatch(/^250/);
    const today = () => printed(runVolume).then((text) => text.split('\n').at(-1)?.split(/ +/u).slice(1).join(' '));
    await expect.poll(today, patient).toBe('3 1 0 1 0 0');
    expect((await printed(runVolume)).split('\n')).toHaveLength(31);
  });
});

describe('health', () => {
  it('tells what DNS says of each domain', async () => {
    expect(await printed(runHealth)).toContain(
      'kauke.test: MX missing, SPF missing, DKIM missing, DMARC missing, MTA-STS missing',
    );
    const records = await withOperator(service.command, async ({ database, keys }) => {
      const directory = await createDomainDirectory({ database, keys, log: service.command.log, clock: systemClock });
      directory.close();
      const [domain] = directory.all();
      if (domain === undefined) throw new Error('no domain');
      return dkimRecord({ ...domain, name: 'kauke.test' });
    });
    service.dns.add({
      'kauke.test': { MX: [{ exchange: 'mx.kauke.test', preference: 10 }], TXT: ['v=spf1 mx -all'] },
      [records.name]: { TXT: [records.value] },
      '_dmarc.kauke.test': { TXT: ['v=DMARC1; p=reject'] },
      '_mta-sts.kauke.test': { TXT: ['v=STSv1; id=1'] },
    });
    expect(await printed(runHealth)).toContain('kauke.test: in order');
    service.dns.add({
      'kauke.test': { MX: [{ exchange: 'mx.other.example', preference: 10 }], TXT: ['v=spf1 mx -all'] },
      [records.name]: 'servfail',
    });
    expect(await printed(runHealth)).toContain('kauke.test: MX does not fit, DKIM no answer');
  });
});
