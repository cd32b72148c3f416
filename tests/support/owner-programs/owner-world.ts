import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { crlf } from '#support/reply-situation.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

/** Who owns the alias, and two who write to it. */
export const ownersName = 'Olive Owner';
export const ownersInbox = 'olive.owner@office.example';
export const person = `${ownersName} <${ownersInbox}>`;
const account = 'olive-account@home.example';
export const bob = 'bob@club.example';
export const carol = 'carol@friends.example';
/** Whatever tells who the owner is. */
export const secrets = ['olive', 'owner@', 'office.example', 'home.example'];

/** A running Kauke, and the owner's provider: a server that takes what the owner's program sends, signs it and passes it on. */
export interface OwnerWorld {
  readonly service: RunningService;
  readonly owner: Owner;
  readonly providerPort: number;
  /** What the owner's program gave to the provider, and what Kauke answered to it. */
  readonly handedIn: readonly HandedIn[];
  /** An alias of its own for a program. */
  addAlias(name: string, settings?: object): Promise<string>;
  /** What reaches the owner's inbox of a message to the alias, with what a server writes on top of it. */
  forward(alias: string, message: OutsideMessage): Promise<Buffer>;
  /** All that Kauke sent so far, to whomever. */
  readonly sent: readonly SinkMessage[];
  /** What it sends because of what `work` does: `count` messages at least. */
  sentBy(count: number, work: () => Promise<unknown>): Promise<readonly SinkMessage[]>;
  stop(): Promise<void>;
}

export interface HandedIn {
  readonly message: SinkMessage;
  readonly replies: readonly string[];
}

/** Of Bob to the alias and to Carol. */
export interface OutsideMessage {
  readonly fields?: readonly string[];
  readonly body?: readonly string[];
}

let serial = 0;

function fromBob(alias: string, { fields = [], body = ['Shall we meet on Monday?'] }: OutsideMessage): string {
  serial += 1;
  return crlf([
    `From: Bob Builder <${bob}>`,
    `To: ${alias}`,
    `Cc: Carol <${carol}>`,
    `Subject: Monday`,
    'Date: Sat, 21 Nov 2026 12:00:00 +0000',
    `Message-ID: <monday-${serial}@club.example>`,
    'MIME-Version: 1.0',
    ...(fields.length > 0 ? fields : ['Content-Type: text/plain; charset=utf-8']),
    '',
    ...body,
  ]);
}

async function startProvider(
  office: () => OutsideSender,
  kauke: () => number,
): Promise<{ readonly sink: SmtpSink; readonly handedIn: HandedIn[] }> {
  const handedIn: HandedIn[] = [];
  const sink = await startSmtpSink({
    onData: async (message) => {
      const { mailFrom: from, rcptTo, raw } = message;
      // As every provider: what is for its own people stays there.
      const to = rcptTo.filter((address) => !address.endsWith('@office.example'));
      const data = await office().sign(raw);
      const { mail, rcpt, data: end } = await sendMessage({ port: kauke(), from, to, data });
      const replies = [mail, ...rcpt, ...(end === null ? [] : [end])];
      handedIn.push({ message, replies });
      return replies.every((reply) => reply.startsWith('250')) ? 'accept' : { code: 550, text: replies.join(' / ') };
    },
  });
  return { sink, handedIn };
}

export async function startOwnerWorld(environment: Record<string, string> = {}): Promise<OwnerWorld> {
  const outside = await startSmtpSink();
  const service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${outside.port}`,
    OPERATOR_EMAIL: 'op@ops.example',
    ...environment,
  });
  const office = createOutsideSender(service.dns, 'office.example');
  const club = createOutsideSender(service.dns, 'club.example');
  const { sink, handedIn } = await startProvider(
    () => office,
    () => service.mxPort,
  );
  const owner = await signUpOwner(service, account);
  await owner.createAlias('garden-first', [ownersInbox]);
  for (const { raw, rcptTo } of await outside.waitForMessages(2)) {
    if (rcptTo.includes(ownersInbox)) await confirmInbox(owner, raw);
  }
  return {
    service,
    owner,
    providerPort: sink.port,
    handedIn,
    addAlias: async (name, settings) => {
      const wanted = { alias: name, domain: 'kauke.test', forwardTo: ownersInbox };
      const { body } = await owner.send('POST', `/api/aliases/${owner.id}`, wanted);
      const { id } = (body as { alias: { id: string } }).alias;
      if (settings !== undefined) await owner.send('PATCH', `/api/aliases/${id}/settings`, settings);
      return `${name}@kauke.test`;
    },
    forward: async (alias, message) => {
      const before = outside.messages.length;
      const data = await club.sign(fromBob(alias, message));
      await sendMessage({ port: service.mxPort, from: bob, to: alias, data });
      const { mailFrom, raw } = (await outside.waitForMessages(before + 1))[before] ?? {
        mailFrom: '',
        raw: Buffer.alloc(0),
      };
      const trace = [
        `Return-Path: <${mailFrom}>`,
        `Delivered-To: ${ownersInbox}`,
        `Received: from mx.kauke.test (mx.kauke.test [192.0.2.1]) by mx.office.example with ESMTPS id 4F; Sat, 21 Nov 2026 12:00:01 +0000`,
      ];
      return Buffer.concat([Buffer.from(crlf(trace)), raw]);
    },
    sent: outside.messages,
    sentBy: async (count, work) => {
      const before = outside.messages.length;
      await work();
      await outside.waitForMessages(before + count);
      return outside.messages.slice(before);
    },
    stop: async () => {
      await sink.stop();
      await service.stop();
      await outside.stop();
    },
  };
}
