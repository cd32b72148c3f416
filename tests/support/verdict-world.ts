import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes, type Mailbox } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { keyRecordOf } from '#support/key-record.ts';
import { confirmInbox, signUpOwner, startService, type Owner } from '#support/running-service.ts';
import { joinParts, type RawParts, type RawSigner } from '#support/sign-raw.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { createTestLog } from '#support/test-log.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#support/webhook-receiver.ts';
import { rsaKey } from '#support/rsa-keys.ts';

/** The alias of an inbox, and that of a webhook. */
const inboxAlias = 'my-alias@kauke.test';
export const webhookAlias = 'hooked@kauke.test';

/** SPF records: mail of the domain may come from the client of every test, or from nobody. */
export const openSpf = 'v=spf1 ip4:127.0.0.1 -all';
export const closedSpf = 'v=spf1 -all';

const key = rsaKey(14);

export interface JudgedMail {
  /** The reply to the final dot. */
  readonly reply: string | null;
  /** What reached the inbox. */
  readonly arrived: SinkMessage | undefined;
}

interface JudgedMailOptions {
  readonly from?: string;
  readonly to?: string;
  readonly helo?: string;
}

/** A whole program that takes only mail somebody vouches for, and trusts the seals of relay.test. */
export interface VerdictWorld {
  readonly receiver: WebhookReceiver;
  /** Whose aliases they are. */
  readonly owner: Owner;
  /** What reached the smarthost. */
  readonly sink: Pick<SmtpSink, 'messages' | 'waitForMessages'>;
  readonly logLines: readonly string[];
  /** Gives a domain a DKIM key, an SPF record and perhaps a DMARC policy. */
  publish(domain: string, spf: string, policy?: 'none' | 'quarantine' | 'reject'): RawSigner;
  send(message: RawParts, options?: JudgedMailOptions): Promise<JudgedMail>;
  stop(): Promise<void>;
}

let serial = 0;

/** A message to the alias of the inbox, unlike all before it. */
export function writeMessage(from: string, fields: readonly string[] = [], body = 'Hello\r\n'): RawParts {
  serial += 1;
  const own = [`From: ${from}`, `To: ${inboxAlias}`, `Subject: ${serial}`, 'Date: Sat, 21 Nov 2026 10:00:00 +0000'];
  return { fields: [...own, `Message-ID: <${serial}@x.test>`, ...fields].map((field) => `${field}\r\n`), body };
}

/** The texts of all fields of a name in lower case. */
export function valuesOf(message: SinkMessage | undefined, name: string): string[] {
  const { fields } = parseMessage(message?.raw ?? Buffer.alloc(0));
  return fields.filter(({ key: each }) => each === name).map(fieldText);
}

/** The name and the reverse address in the one From. @throws Error when nothing arrived. */
export function authorOf(message: SinkMessage | undefined): Mailbox {
  const [from, ...more] = valuesOf(message, 'from').flatMap(parseMailboxes);
  if (from === undefined || more.length > 0) throw new Error('nothing arrived, or more than one author');
  if (!/^reply=[a-z2-7]{26}@kauke\.test$/.test(from.address)) throw new Error('not from a reverse address');
  return from;
}

async function seeWebhookConfirmed(owner: Owner): Promise<void> {
  for (let isConfirmed = false; !isConfirmed;) {
    const { body } = await owner.send('GET', '/api/targets');
    const { targets } = body as { targets: { kind: string; state: string }[] };
    isConfirmed = targets.some(({ kind, state }) => kind === 'webhook' && state === 'confirmed');
  }
}

export async function startVerdictWorld(): Promise<VerdictWorld> {
  const logLines: string[] = [];
  const sink = await startSmtpSink();
  const receiver = await startWebhookReceiver({ secure: false });
  const service = await startService(
    {
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@home.example',
      UNAUTHENTICATED_MAIL: 'refuse',
      TRUSTED_SEALERS: 'relay.test',
      WEBHOOK_ALLOW_INSECURE: 'true',
    },
    { log: createTestLog((line) => logLines.push(line)) },
  );
  const inbox = 'ann.inbox@office.example';
  const ann = await signUpOwner(service, 'ann.private@home.example');
  await ann.createAlias('my-alias', [inbox]);
  await ann.createAlias('hooked', [`http://127.0.0.1:${receiver.port}/mail`]);
  for (const mail of await sink.waitForMessages(2)) {
    if (mail.rcptTo.includes(inbox)) await confirmInbox(ann, mail.raw);
  }
  await seeWebhookConfirmed(ann);
  return {
    receiver,
    owner: ann,
    sink,
    logLines,
    publish: (domain, spf, policy) => {
      const record = keyRecordOf({ name: domain, selector: 's1', key });
      service.dns.add({
        [domain]: { TXT: [spf], A: ['127.0.0.1'] },
        [record.name]: { TXT: [record.value] },
        ...(policy === undefined ? {} : { [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=${policy}`] } }),
      });
      return { domain, selector: 's1', key };
    },
    send: async (message, { from = 'x@attacker.test', to = inboxAlias, helo = 'client.example' } = {}) => {
      const before = sink.messages.length;
      const { data } = await sendMessage({ port: service.mxPort, from, to, helo, data: joinParts(message) });
      return { reply: data, arrived: sink.messages[before] };
    },
    stop: async () => {
      await service.stop();
      await receiver.stop();
      await sink.stop();
    },
  };
}
