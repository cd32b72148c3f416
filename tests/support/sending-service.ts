import { readDomains, withDomains } from '#cli/database.ts';
import { dkimRecords } from '#core/domains/domain-records.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { systemClock } from '#platform/clock.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

/** Where mail leaves from, as DNS and the servers of others see it. Reserved names and addresses that yet look like everybody's. */
export const ourServer = { helo: 'mx.example.org', ip: '198.18.0.25' };

export const annsInbox = 'ann.smith@example.com';

/** As in a header. */
export const dateNow = (): string => new Date(systemClock.now()).toUTCString().replace('GMT', '+0000');

/** A running Kauke for example.org as a careful operator has it: whole DNS, signatures, SPF, DMARC. */
export interface SendingService {
  readonly service: RunningService;
  readonly sink: SmtpSink;
  readonly owner: Owner;
  readonly authors: Readonly<Record<'bob' | 'list' | 'shop' | 'ann', OutsideSender>>;
  /** Makes an alias of Ann and gives its address. */
  addAlias(name: string, settings?: object, target?: string): Promise<string>;
  /** What arrives for `at` because of what `work` does. */
  arrivalOf(at: string, work: () => Promise<unknown>): Promise<SinkMessage>;
  /** Gives a message to port 25 and wants it taken. */
  deliver(from: string, to: string, raw: Buffer): Promise<void>;
  stop(): Promise<void>;
}

async function publish({ dns, command }: RunningService): Promise<void> {
  const [domain] = await withDomains(command, readDomains);
  if (domain === undefined) throw new Error('no domain');
  for (const { name, value } of dkimRecords(domain.name, domain)) dns.add({ [name]: { TXT: [value] } });
  dns.add({
    'example.org': {
      A: [ourServer.ip],
      MX: [{ preference: 10, exchange: ourServer.helo }],
      TXT: [`v=spf1 ip4:${ourServer.ip} -all`],
    },
    '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] },
    [ourServer.helo]: { A: [ourServer.ip], TXT: ['v=spf1 a -all'] },
    '25.0.18.198.in-addr.arpa': { PTR: [ourServer.helo] },
  });
}

export async function startSendingService(): Promise<SendingService> {
  const sink = await startSmtpSink();
  const service = await startService(
    {
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@example.com',
      MAIL_DOMAINS: 'example.org',
      MAIL_HOSTNAME: ourServer.helo,
      PUBLIC_URL: 'https://example.org',
    },
    // The digest of a day comes by it.
    { mailLimits: { ...mailLimits, heldSweepEveryMs: 1000 } },
  );
  await publish(service);
  const addresses = ['127.0.0.1'];
  const author = (name: string): OutsideSender =>
    createOutsideSender(service.dns, name, { policy: 'reject', addresses });
  const owner = await signUpOwner(service, 'ann.account@example.com');

  const arrivalOf: SendingService['arrivalOf'] = async (at, work) => {
    const seen = new Set(sink.messages);
    await work();
    for (;;) {
      const found = sink.messages.find((message) => !seen.has(message) && message.rcptTo.includes(at));
      if (found !== undefined) return found;
      await sink.waitForMessages(sink.messages.length + 1);
    }
  };
  const addAlias: SendingService['addAlias'] = async (name, settings, target = annsInbox) => {
    const wanted = { alias: name, domain: 'example.org', forwardTo: target };
    const { status, body } = await owner.send('POST', `/api/aliases/${owner.id}`, wanted);
    if (status !== 201) throw new Error(JSON.stringify(body));
    const { id } = (body as { alias: { id: string } }).alias;
    if (settings !== undefined) await owner.send('PATCH', `/api/aliases/${id}/settings`, settings);
    return `${name}@example.org`;
  };
  return {
    service,
    sink,
    owner,
    authors: {
      bob: author('example.net'),
      list: author('example.edu'),
      shop: author('example.info'),
      ann: author('example.com'),
    },
    addAlias,
    arrivalOf,
    deliver: async (from, to, data) => {
      const replies = await sendMessage({ port: service.mxPort, from, to, data, helo: 'mail.example.net' });
      if (replies.data?.startsWith('250') !== true) throw new Error(JSON.stringify(replies));
    },
    stop: async () => {
      await service.stop();
      await sink.stop();
    },
  };
}
