import { afterAll, beforeAll, expect, it } from 'vitest';
import { aliasesResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { findSecrets } from '#support/find-secrets.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { openMailProgram } from '#support/submission.ts';

let sink: SmtpSink;
let service: RunningService;
let owner: Owner;
let office: OutsideSender;
let home: OutsideSender;
let sender: OutsideSender;
let aliasId: string;

const ann = 'ann.private@office.example';
const ben = 'ben.private@home.example';
const alias = 'family@kauke.test';
const bob = 'bob@sender.example';
const accepted = '250 2.0.0 Message accepted';
/** Whatever tells which inbox of the family wrote. */
const annsSecrets = ['ann.private', 'office.example', 'Ann Private', 'anns-laptop'];

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({ SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'op@ops.example' });
  owner = await signUpOwner(service, 'family@account.example');
  await owner.createAlias('family', [ann, ben]);
  for (const { raw } of await sink.waitForMessages(3)) {
    if (raw.includes(ann) || raw.includes(ben)) await confirmInbox(owner, raw);
  }
  office = createOutsideSender(service.dns, 'office.example');
  home = createOutsideSender(service.dns, 'home.example');
  sender = createOutsideSender(service.dns, 'sender.example');
  const { aliases } = aliasesResponseSchema.parse((await owner.send('GET', `/api/aliases/${owner.id}`)).body);
  aliasId = aliases[0]?.id ?? '';
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

function valueOf({ raw }: Pick<SinkMessage, 'raw'>, key: string): string {
  const field = parseMessage(raw).fields.find((candidate) => candidate.key === key);
  return field === undefined ? '' : fieldText(field);
}

/** What arrives by the addresses it arrives at, once as many are there as are expected. */
async function arrivals(count: number, work: () => Promise<unknown>): Promise<ReadonlyMap<string, SinkMessage>> {
  const before = sink.messages.length;
  await work();
  const all = (await sink.waitForMessages(before + count)).slice(before);
  expect(all).toHaveLength(count);
  return new Map(all.flatMap((message) => message.rcptTo.map((address) => [address, message] as const)));
}

async function deliver(from: string, to: string, data: Buffer): Promise<string | null> {
  return (await sendMessage({ port: service.mxPort, from, to, data, timeoutMs: 60_000 })).data;
}

let serial = 0;

/** Mail from Bob as it reaches both inboxes. */
async function fromBob(): Promise<SinkMessage> {
  serial += 1;
  const id = `Message-ID: <bob-${serial}@sender.example>`;
  const letter = [`From: Bob <${bob}>`, `To: ${alias}`, 'Subject: The plan', id, '', 'Well?', ''];
  const data = await sender.sign(letter.join('\r\n'));
  const got = await arrivals(2, async () => expect(await deliver(bob, alias, data)).toBe(accepted));
  const message = got.get(ben);
  if (message === undefined) throw new Error('nothing arrived');
  return message;
}

function reverseOf(message: SinkMessage): string {
  return parseMailboxes(valueOf(message, 'from'))[0]?.address ?? '';
}

/** An answer from one of the two inboxes, signed by its domain. */
async function answer(to: SinkMessage, fields: readonly string[] = []): Promise<Buffer> {
  serial += 1;
  const letter = [
    `From: Ann Private <${ann}>`,
    `To: ${valueOf(to, 'from')}`,
    'Subject: Re: The plan',
    `Message-ID: <ann-${serial}@anns-laptop.office.example>`,
    `In-Reply-To: ${valueOf(to, 'message-id')}`,
    `References: ${valueOf(to, 'message-id')}`,
    ...fields,
    '',
    `Yes. ${ann}`,
    '',
  ];
  return office.sign(letter.join('\r\n'));
}

async function copyReplies(wanted: boolean): Promise<void> {
  const { status, body } = await owner.send('PUT', `/api/aliases/${aliasId}`, { copyReplies: wanted });
  expect([status, body]).toMatchObject([200, { alias: { copyReplies: wanted } }]);
}

it('what one inbox answers is nobody else’s to see at first', async () => {
  const { body } = await owner.send('GET', `/api/aliases/${owner.id}`);
  expect(body).toMatchObject({ aliases: [{ copyReplies: false }] });
  const question = await fromBob();
  const got = await arrivals(1, async () => deliver(ann, reverseOf(question), await answer(question)));
  expect([...got.keys()]).toEqual([bob]);
});

it('is shown to the other inbox where its owner wants that, which can go on with the conversation', async () => {
  await copyReplies(true);
  const question = await fromBob();
  const reverse = reverseOf(question);
  const got = await arrivals(2, async () => expect(await deliver(ann, reverse, await answer(question))).toBe(accepted));
  expect([...got.keys()].toSorted()).toEqual([ben, bob]);
  const [sent, copy] = [got.get(bob), got.get(ben)];
  if (sent === undefined || copy === undefined) throw new Error('somebody got nothing');

  expect(valueOf(copy, 'from')).toBe(alias);
  expect(parseMailboxes(valueOf(copy, 'to'))).toEqual([{ name: 'Bob (bob at sender.example)', address: reverse }]);
  expect(valueOf(copy, 'reply-to')).toBe(reverse);
  expect(valueOf(copy, 'x-kauke-copy')).toBe('sent');
  expect(valueOf(copy, 'auto-submitted')).toBe('auto-generated');
  expect(valueOf(copy, 'subject')).toBe('Re: The plan');
  // It follows the question in this inbox, too.
  expect(valueOf(copy, 'in-reply-to')).toBe(valueOf(question, 'message-id'));
  expect(valueOf(copy, 'references')).toBe(valueOf(question, 'message-id'));
  expect(parseMessage(copy.raw).body).toEqual(parseMessage(sent.raw).body);
  expect(await findSecrets(copy.raw, annsSecrets)).toEqual([]);
  expect(copy.mailFrom).toMatch(/^b=[a-z2-7]{44}@kauke\.test$/);
  expect(parseMessage(sent.raw).fields.map(({ key }) => key)).not.toContain('x-kauke-copy');

  const more = [
    `From: Ben <${ben}>`,
    `To: ${valueOf(copy, 'reply-to')}`,
    'Subject: Re: The plan',
    `In-Reply-To: ${valueOf(copy, 'message-id')}`,
    `References: ${valueOf(copy, 'references')} ${valueOf(copy, 'message-id')}`,
    '',
    'And me.',
    '',
  ];
  const second = await arrivals(2, async () => {
    expect(await deliver(ben, reverse, await home.sign(more.join('\r\n')))).toBe(accepted);
  });
  expect([...second.keys()].toSorted()).toEqual([ann, bob]);
  const [toAnn, toBob] = [second.get(ann), second.get(bob)];
  if (toAnn === undefined || toBob === undefined) throw new Error('somebody got nothing');
  expect(await findSecrets(toAnn.raw, ['ben.private', 'home.example'])).toEqual([]);
  // Bob sees an answer to what he got, and none of the ids behind it.
  expect(valueOf(toBob, 'in-reply-to')).toBe(valueOf(sent, 'message-id'));
  expect(valueOf(toBob, 'references')).toBe(`${valueOf(sent, 'references')} ${valueOf(sent, 'message-id')}`);
  expect(await findSecrets(toBob.raw, [...annsSecrets, 'ben.private', 'home.example'])).toEqual([]);
  expect(valueOf(toAnn, 'in-reply-to')).not.toContain('anns-laptop');
});

it('goes round nowhere: a copy that comes back is refused, and is no reply', async () => {
  const question = await fromBob();
  const reverse = reverseOf(question);
  const got = await arrivals(2, async () => deliver(ann, reverse, await answer(question)));
  const copy = got.get(ben)?.raw ?? Buffer.alloc(0);
  const before = sink.messages.length;
  expect(await deliver(ben, alias, copy)).toMatch(/^550 5\.4\.6 /);
  expect(await deliver(ben, reverse, copy)).toMatch(/^550 /);
  expect(sink.messages).toHaveLength(before);
});

it('is not shown where a program wrote it', async () => {
  const question = await fromBob();
  const { status } = await owner.send('PATCH', `/api/aliases/${aliasId}/settings`, { autoReplies: true });
  expect(status).toBe(200);
  const note = await answer(question, ['Auto-Submitted: auto-replied']);
  const got = await arrivals(1, async () => expect(await deliver('', reverseOf(question), note)).toBe(accepted));
  expect([...got.keys()]).toEqual([bob]);
});

it('a mail program that signs in as the alias shows all its inboxes what it sent', async () => {
  const made = await owner.send('POST', '/api/smtp-credentials', { aliasId });
  const { credential } = newCredentialResponseSchema.parse(made.body);
  const program = openMailProgram({ port: service.program.submissionPort ?? 0, ...credential });
  const carol = 'carol@sender.example';
  const stranger = 'dave@sender.example';
  const got = await arrivals(4, () =>
    program.sendMail({
      envelope: { from: alias, to: [bob, carol] },
      from: alias,
      to: `Bob <${bob}>, Dave <${stranger}>`,
      subject: 'From a program',
      text: 'Hello',
    }),
  );
  program.close();
  expect([...got.keys()].toSorted()).toEqual([ann, ben, bob, carol]);
  const copy = got.get(ann) ?? { raw: Buffer.alloc(0) };
  // Dave is no correspondent of the alias: named, in a field that nothing answers to. Nobody sees Carol.
  const to = valueOf(copy, 'to');
  expect(to).not.toContain('Dave');
  expect(valueOf(copy, 'x-kauke-also-to')).toBe('"Dave (dave at sender.example)"');
  expect(parseMailboxes(to).map(({ address }) => address)).toEqual([expect.stringMatching(/^reply=/)]);
  expect(copy.raw.includes('carol')).toBe(false);
  expect(copy.raw.equals(got.get(ben)?.raw ?? Buffer.alloc(0))).toBe(true);
});

it('is told at the field where it is no yes or no', async () => {
  expect(await owner.send('PUT', `/api/aliases/${aliasId}`, { copyReplies: 'yes' })).toMatchObject({
    status: 400,
    body: { errors: { copyReplies: [expect.any(String)] } },
  });
});
