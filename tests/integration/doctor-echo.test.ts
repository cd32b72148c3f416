import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSmtpConversation } from '#mail/hand-in/smtp-conversation.ts';
import { systemClock } from '#platform/clock.ts';
import { admitPatient, type Patient } from '#support/doctor-patient.ts';
import { startSmtpSink, type SinkAction, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

let patient: Patient;
let sink: SmtpSink;
/** What the receiver does with a test mail. */
let onData: (message: SinkMessage) => SinkAction;
beforeAll(async () => {
  patient = await admitPatient();
  sink = await startSmtpSink({ onData: (message) => onData(message) });
  patient.zone['echo.example'] = {
    MX: [{ preference: 1, exchange: 'mx.operator.example' }],
    TXT: ['v=spf1 ip4:127.0.0.1 -all'],
  };
});
afterAll(async () => {
  await sink.stop();
  await patient.close();
});

const address = 'ping@echo.example';

/** Answers a test mail from our port 25, as services do that tell what they saw. */
async function answer({ mailFrom, raw }: SinkMessage, words: readonly string[]): Promise<void> {
  const id = /^Message-ID: (\S+)/im.exec(raw.toString())?.[1] ?? '';
  const smtp = await openSmtpConversation({ host: '127.0.0.1', port: patient.program().mxPort ?? 0 });
  await smtp.readReply();
  for (const line of ['EHLO mx.echo.example', `MAIL FROM:<${address}>`, `RCPT TO:<${mailFrom}>`, 'DATA']) {
    await smtp.command(line);
  }
  const fields = [
    `From: ${address}`,
    `To: ${mailFrom}`,
    'Subject: Report',
    `Date: ${new Date(systemClock.now()).toUTCString()}`,
  ];
  const reply = await smtp.data([...fields, `In-Reply-To: ${id}`, '', ...words, ''].join('\r\n'));
  expect(reply.code).toBe(250);
  smtp.end();
}

function echoes(...words: string[]): (message: SinkMessage) => SinkAction {
  return (message) => {
    void answer(message, words);
    return 'accept';
  };
}

describe('a test mail of the doctor', () => {
  it('goes out as all mail does, signed', async () => {
    onData = () => 'accept';
    expect(await patient.sendEcho(address, sink.port)).toMatchObject({
      state: 'warning',
      text: 'A test mail to ping@echo.example was taken; no answer has come yet',
    });
    const { mailFrom, raw } = sink.messages.at(-1) ?? { mailFrom: '', raw: Buffer.alloc(0) };
    expect(mailFrom).toBe('postmaster@mask.example');
    expect(raw.toString()).toMatch(/^DKIM-Signature: (?:.|\r\n[ \t])*d=mask\.example;/);
  });

  it('is told when it is refused', async () => {
    onData = () => ({ code: 550, text: '5.7.26 unauthenticated' });
    expect(await patient.sendEcho(address, sink.port)).toMatchObject({
      state: 'fault',
      text: 'A test mail to ping@echo.example was refused (data 550 5.7.26)',
    });
  });

  it('comes back with what the receiver saw', async () => {
    onData = echoes(
      'SPF check:          pass',
      'DKIM check:         pass',
      'DMARC check:        pass',
      'for example spf=fail',
    );
    expect(await patient.sendEcho(address, sink.port)).toMatchObject({
      state: 'ok',
      text: 'A test mail to ping@echo.example was taken; they saw spf=pass dkim=pass dmarc=pass',
    });
    onData = echoes('Authentication-Results: mx.echo.example; spf=3Dsoftfail; dkim=3Dpass');
    expect(await patient.sendEcho(address, sink.port)).toMatchObject({
      state: 'fault',
      text: 'A test mail to ping@echo.example was taken; they saw spf=softfail dkim=pass',
      todo: 'Mend what is named of SPF, DKIM and DMARC beside this.',
    });
    onData = echoes('Thank you.');
    expect((await patient.sendEcho(address, sink.port))?.text).toContain('its answer came back to OPERATOR_EMAIL');
  });
});
