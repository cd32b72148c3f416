import { execFile } from 'node:child_process';
import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { findSecrets } from '#support/find-secrets.ts';
import { answer, readPackageVersion, setUpDesk, type Desk } from '#support/owner-programs/answering.ts';
import { acceptByEmacs } from '#support/owner-programs/emacs.ts';
import { inviteTo } from '#support/owner-programs/invitation.ts';
import {
  byVacation,
  bySieveReject,
  bySieveVacation,
  bySieveVacationAsAlias,
  note,
} from '#support/owner-programs/notes.ts';
import {
  bob,
  carol,
  ownersInbox,
  secrets,
  startOwnerWorld,
  type OutsideMessage,
  type OwnerWorld,
} from '#support/owner-programs/owner-world.ts';
import { attachByMutt, ownerPrograms } from '#support/owner-programs/programs.ts';
import { acceptByAerc } from '#support/owner-programs/terminal-programs.ts';
import { patience } from '#support/patience.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';
import { startSendingTest, type Sender, type SendingTest } from '#support/submission.ts';

describe('the submission listener', () => {
  let test: SendingTest;
  let sender: Sender;
  beforeAll(async () => {
    test = await startSendingTest();
    sender = await test.addSender();
  });
  afterAll(() => test.close());

  async function runs(command: string, args: readonly string[], input = ''): Promise<boolean> {
    const child = execFile(command, args);
    // A program may end without reading all of it.
    child.stdin?.on('error', () => {}).end(input);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  }

  /** How other programs send. */
  const programs: Readonly<Record<string, () => string[]>> = {
    curl: () => {
      const user = `${sender.credential.username}:${sender.credential.password}`;
      const server = `smtps://127.0.0.1:${test.listeners.submissionsPort}`;
      const envelope = ['--mail-from', sender.address, '--mail-rcpt', 'bob@b.example'];
      return ['--silent', '--insecure', server, '--user', user, ...envelope, '--upload-file', '-'];
    },
    swaks: () => {
      const { username, password } = sender.credential;
      const server = ['--server', `127.0.0.1:${test.listeners.submissionPort}`, '--tls', '--data', '-'];
      const auth = ['--auth', 'LOGIN', '--auth-user', username, '--auth-password', password];
      return [...server, ...auth, '--from', sender.address, '--to', 'bob@b.example'];
    },
  };

  it.each(Object.entries(programs))('takes mail from %s', async (name, args) => {
    const send = async (): Promise<void> => expect(await runs(name, args(), sender.message())).toBe(true);
    const messages = await test.arrivals(1, send);
    expect(messages.map(({ rcptTo }) => rcptTo)).toEqual([['bob@b.example']]);
  });
});

interface Wanted {
  /** Of the alias. */
  readonly settings?: object;
  readonly write?: (alias: string) => OutsideMessage;
}

const isToOthers = ({ rcptTo }: SinkMessage): boolean => rcptTo.some((address) => [bob, carol].includes(address));

describe('an owner', () => {
  let world: OwnerWorld;
  let made = 0;
  let expected = 0;
  beforeAll(async () => {
    world = await startOwnerWorld();
  });
  afterAll(() => world.stop());

  /** What a program of the owner's, which has a message of Bob's to the owner and Carol, makes Kauke send. */
  async function sentWith(
    work: (desk: Desk) => Promise<unknown>,
    count: number,
    { settings, write = () => ({}) }: Wanted = {},
  ): Promise<readonly SinkMessage[]> {
    made += 1;
    const alias = await world.addAlias(`garden-${made}`, settings);
    const { handedIn, providerPort: port } = world;
    const desk = await setUpDesk(await world.forward(alias, write(alias)), { port, alias, handedIn });
    try {
      const sent = await world.sentBy(count, () => work(desk));
      expected += sent.filter(isToOthers).length;
      return sent;
    } finally {
      await desk.clear();
    }
  }

  /** Nothing of the owner's stands in it, and it goes on with Bob's conversation as the alias. */
  async function expectClean({ raw, mailFrom }: SinkMessage): Promise<void> {
    expect(await findSecrets(raw, secrets)).toEqual([]);
    expect(mailFrom).toMatch(/@kauke\.test$|^$/);
    const fields = new Map(parseMessage(raw).fields.map((field) => [field.key, fieldText(field)]));
    expect(fields.get('from')).toContain(`garden-${made}@kauke.test`);
    expect(fields.get('message-id')).toMatch(/@kauke\.test>$/);
  }

  const replies = Object.entries(ownerPrograms).flatMap(([name, { reply, replyAll }]) => [
    { name, kind: 'answers the author', work: reply, to: [bob] },
    ...(replyAll === undefined ? [] : [{ name, kind: 'answers all', work: replyAll, to: [bob, carol] }]),
  ]);

  it.each(replies)(
    'of $name $kind: each has it once, and learns nothing',
    async ({ work, to }) => {
      const sent = await sentWith(work, to.length);
      expect(sent.flatMap(({ rcptTo }) => rcptTo).toSorted()).toEqual(to);
      for (const message of sent) {
        await expectClean(message);
        expect(message.raw.toString()).toContain(answer);
        expect(message.raw.toString()).toMatch(/In-Reply-To: <monday-\d+@club\.example>/);
      }
    },
    patience.programMs,
  );

  const forwards = Object.entries(ownerPrograms).flatMap(([name, { forward }]) =>
    forward === undefined ? [] : [{ name, forward }],
  );

  it.each(forwards)('of $name forwards it to Carol: she has it once, and learns nothing', async ({ forward }) => {
    const [sent, ...more] = await sentWith(forward, 1);
    expect(more).toEqual([]);
    expect(sent?.rcptTo).toEqual([carol]);
    if (sent !== undefined) await expectClean(sent);
    const text = sent?.raw.toString() ?? '';
    expect(text).toContain('Shall we meet on Monday?');
  });

  it('of mutt attaches it for Carol: it is not sent, and its owner hears why', async () => {
    const [told, ...more] = await sentWith(attachByMutt, 1);
    expect([told?.rcptTo, more]).toEqual([[ownersInbox], []]);
    const { text = '' } = await PostalMime.parse(told?.raw ?? '');
    expect(text).toContain('an attached message');
  });

  const acceptances = Object.entries({
    aerc: acceptByAerc,
    'Emacs, which knows the alias': acceptByEmacs(({ alias }) => [alias]),
    'Emacs, which does not': acceptByEmacs(() => []),
  });

  it.each(acceptances)('of %s accepts an invitation: Bob hears so of the alias, once', async (_, accept) => {
    const [sent, ...more] = await sentWith(accept, 1, { write: inviteTo });
    expect(more).toEqual([]);
    expect(sent?.rcptTo).toEqual([bob]);
    if (sent !== undefined) await expectClean(sent);
    const { attachments } = await PostalMime.parse(sent?.raw ?? '');
    const calendar = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString()).join('\n');
    expect(calendar.replaceAll(/\r?\n /g, '')).toMatch(
      new RegExp(`^ATTENDEE[^\\n]*PARTSTAT=ACCEPTED[^\\n]*:mailto:garden-${made}@kauke\\.test`, 'im'),
    );
    expect(calendar).toContain(bob);
  });

  const notes = { vacation: byVacation, 'Sieve vacation': bySieveVacation };

  it.each(Object.entries(notes))('who is away by %s lets Bob know as the alias, once', async (_, work) => {
    const twice = async (desk: Desk): Promise<void> => {
      await work(desk);
      await work(desk);
    };
    const [sent, ...more] = await sentWith(twice, 1, { settings: { autoReplies: true } });
    expect(more).toEqual([]);
    expect(sent?.rcptTo).toEqual([bob]);
    if (sent !== undefined) await expectClean(sent);
    expect(sent?.raw.toString()).toContain(note);
  });

  const forgotten = [
    ...Object.entries(notes).map(([name, work]) => ({ name, work, autoReplies: false })),
    { name: 'a Sieve vacation that writes as the alias', work: bySieveVacationAsAlias, autoReplies: true },
  ];

  it.each(forgotten)(
    'who is away by $name, where automatic replies are let out: $autoReplies: Bob hears nothing, nor does the provider of a fault',
    async ({ work, autoReplies }) => {
      const before = world.handedIn.length;
      expect(await sentWith(work, 0, { settings: { autoReplies } })).toEqual([]);
      expect(world.handedIn.slice(before).map(({ replies: said }) => said.at(-1)?.slice(0, 3))).toEqual(['250']);
    },
  );

  it('whose Sieve rejects a message after it was taken: Bob hears so from the alias’s server', async () => {
    const [sent, ...more] = await sentWith(bySieveReject, 1);
    expect(more).toEqual([]);
    expect(sent?.rcptTo).toEqual([bob]);
    expect(await findSecrets(sent?.raw ?? Buffer.alloc(0), secrets)).toEqual([]);
    expect(sent?.raw.toString()).toContain(`garden-${made}@kauke.test`);
  });

  it('has had each of their messages once, and nobody else has had more', () => {
    const isTheirs = ({ rcptTo, mailFrom }: SinkMessage): boolean =>
      rcptTo.includes(ownersInbox) && mailFrom.startsWith('b=');
    expect(world.sent.filter(isTheirs)).toHaveLength(made);
    expect(world.sent.filter(isToOthers)).toHaveLength(expected);
  });
});

it('versions of the programs (docs/replies.md)', async () => {
  const packages = [
    ...Object.values(ownerPrograms).map(({ debianPackage }) => debianPackage),
    'vacation',
    'dovecot-sieve',
  ];
  const lines: string[] = [];
  for (const name of packages) lines.push(`${name} ${await readPackageVersion(name)}`);
  console.log(lines.join('\n'));
  expect(lines).toHaveLength(packages.length);
});
