import { expect, it } from 'vitest';
import { startSmtpSink } from '#support/smtp-sink.ts';
import type { WireMessage } from './make-messages.ts';
import { sendOverConnection } from './send-over-connection.ts';

function message(name: string): WireMessage {
  return {
    envelope: Buffer.from(`MAIL FROM:<${name}@sender.example>\r\nRCPT TO:<alias@kauke.test>\r\nDATA\r\n`),
    content: Buffer.from(`From: <${name}@sender.example>\r\n\r\n${name}\r\n.\r\n`),
  };
}

async function sendBoth(retryAfterMs: number | null) {
  let refusals = 1;
  const sink = await startSmtpSink({
    onMail: () => {
      refusals -= 1;
      return refusals < 0 ? 'accept' : { code: 452 };
    },
  });
  const left = [message('one'), message('two')].values();
  const replies: string[] = [];
  let retries = 0;
  await sendOverConnection({
    target: { port: sink.port, tls: false },
    next: async () => left.next().value,
    onReply: (reply) => replies.push(reply.slice(0, 3)),
    retryAfterMs,
    onRetry: () => {
      retries += 1;
    },
  });
  const senders = sink.messages.map(({ mailFrom }) => mailFrom);
  await sink.stop();
  return { replies, retries, senders };
}

it('sends again what was put off', async () => {
  expect(await sendBoth(1)).toEqual({
    replies: ['250', '250'],
    retries: 1,
    senders: ['one@sender.example', 'two@sender.example'],
  });
});

it('tells of it as a refusal when nothing is to be sent again', async () => {
  expect(await sendBoth(null)).toEqual({ replies: ['452', '250'], retries: 0, senders: ['two@sender.example'] });
});
