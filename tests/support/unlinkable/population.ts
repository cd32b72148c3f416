import { setTimeout as pause } from 'node:timers/promises';
import { createCredential } from '#core/credentials/credentials.ts';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { addTarget } from '#support/add-target.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSeededRandom, type SeededRandom } from '#support/seeded-random.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkAction, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { startListeners } from '#support/submission.ts';

/** What an owner's mail program does in its own way, and a machine whose clock is never quite right. */
export interface OwnerProgram {
  readonly messageId: (serial: number) => string;
  readonly boundary: (serial: number) => string;
  readonly zone: string;
  readonly clockSkewMs: number;
  readonly fields: readonly string[];
}

/** One alias of the population, as its owner knows it. */
export interface PopulationAlias {
  readonly index: number;
  readonly owner: number;
  readonly address: string;
  /** The row that joins alias and inbox. */
  readonly linkId: string;
  readonly inbox: string;
  readonly program: OwnerProgram;
  readonly password: string;
  /** Who writes to this alias alone. */
  readonly correspondent: string;
}

export interface Population {
  readonly mail: TestMail;
  readonly sink: SmtpSink;
  readonly mxPort: number;
  readonly submissionsPort: number;
  readonly random: SeededRandom;
  readonly aliases: readonly PopulationAlias[];
  /** Signs for the owners' mail provider. */
  readonly provider: OutsideSender;
  /** When a message was with the sink whole. */
  arrivedAtMs(message: SinkMessage): number;
  close(): Promise<void>;
}

export interface PopulationOptions {
  readonly owners: number;
  readonly aliasesEach: number;
  readonly cutThrough: boolean;
  /** How long an owner's mail server takes to answer the final dot. */
  readonly inboxMs: (owner: number) => number;
}

const programs: readonly ((name: string) => Omit<OwnerProgram, 'clockSkewMs'>)[] = [
  (name) => ({
    messageId: (serial) => `CAOq8=${name}${serial}@mail.gmail.example`,
    boundary: (serial) => `000000000000${name}${serial}`,
    zone: '+0200',
    fields: [],
  }),
  (name) => ({
    messageId: (serial) => `DB7PR04MB${serial}@${name}.eurprd04.example`,
    boundary: (serial) => `_000_DB7PR04MB${serial}${name}_`,
    zone: '+0000',
    fields: ['X-Mailer: Outlook 16', 'Importance: normal', `Thread-Index: ${name}`],
  }),
  (name) => ({
    messageId: (serial) => `${serial}.${name}@laptop-${name}.local`,
    boundary: (serial) => `Apple-Mail=_${name}-${serial}`,
    zone: '-0500',
    fields: ['X-Mailer: Apple Mail (2.3774)', `X-Universally-Unique-Identifier: ${name}`],
  }),
  (name) => ({
    messageId: () => '',
    boundary: (serial) => `------------${name}${serial}`,
    zone: '+0300',
    fields: ['User-Agent: Thunderbird', 'Auto-Submitted: no', `X-Identity-Key: ${name}`],
  }),
];

/** Always as long: neither names nor what stands beside them may differ in their lengths. */
function makeName(random: SeededRandom): string {
  return Array.from({ length: 10 }, () => String.fromCharCode(97 + random.below(26))).join('');
}

function programOf(owner: number, random: SeededRandom): OwnerProgram {
  const name = makeName(random);
  const make = programs[owner % programs.length];
  if (make === undefined) throw new Error('no program');
  return { ...make(name), clockSkewMs: (random.below(241) - 120) * 1000 };
}

/** Owners one after the other, each with all aliases at once, as somebody does who imports them. */
async function addAliases(
  mail: TestMail,
  random: SeededRandom,
  options: PopulationOptions,
): Promise<PopulationAlias[]> {
  const { context } = mail;
  const { database } = context;
  const aliases: PopulationAlias[] = [];
  const provider = createBuiltinProvider();
  for (let owner = 0; owner < options.owners; owner += 1) {
    const inbox = `owner${owner}@inbox.example`;
    const program = programOf(owner, random);
    let account: { readonly userId: string; readonly targetId: string } | null = null;
    for (let count = 0; count < options.aliasesEach; count += 1) {
      const local = makeName(random);
      const alias = await mail.addAlias({ local, targets: [], ...(account ? { userId: account.userId } : {}) });
      const { userId, aliasId } = alias;
      account ??= { userId, targetId: await addTarget(context, { userId, target: inbox, confirmed: true }) };
      const { targetId } = account;
      const { id: linkId } = await database.db
        .insertInto('aliasTargets')
        .values({ aliasId, targetId, position: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { password } = await createCredential({ ...context, provider }, alias);
      const index = aliases.length;
      const correspondent = `${makeName(random)}@sender.example`;
      aliases.push({ index, owner, address: alias.address, linkId, inbox, program, password, correspondent });
    }
  }
  return aliases;
}

/** Accounts with aliases, on a real database, behind real SMTP servers, and all the world's mail servers in one. */
export async function startPopulation(options: PopulationOptions): Promise<Population> {
  const random = createSeededRandom(20_261_122);
  const arrivals = new WeakMap<SinkMessage, number>();
  const delayOf = ([recipient = '']: readonly string[]): number => {
    const owner = /^owner(\d+)@/.exec(recipient)?.[1];
    return owner === undefined ? 0 : options.inboxMs(Number(owner));
  };
  const sink = await startSmtpSink({
    onData: async (message): Promise<SinkAction> => {
      arrivals.set(message, Date.now());
      const delayMs = delayOf(message.rcptTo);
      if (delayMs > 0) await pause(delayMs);
      return 'accept';
    },
  });
  const mail = await createTestMail({
    transport: createSinkTransport({ 'inbox.example': sink.port, 'sender.example': sink.port }),
    limits: { ...mailLimits, workerPollMs: 50 },
    settings: { cutThrough: options.cutThrough },
  });
  const listeners = await startListeners(mail);
  const worker = mail.worker();
  createOutsideSender(mail.dns, 'sender.example', { addresses: ['127.0.0.0/8'] });
  return {
    mail,
    sink,
    mxPort: listeners.mxPort ?? 0,
    submissionsPort: listeners.submissionsPort,
    random,
    aliases: await addAliases(mail, random, options),
    provider: createOutsideSender(mail.dns, 'inbox.example'),
    arrivedAtMs: (message) => arrivals.get(message) ?? 0,
    close: async () => {
      await listeners.close(0);
      await worker.stop(0);
      await mail.close();
      await sink.stop();
    },
  };
}

/** Does `work` for all, in an order that tells nothing, a few at once. */
export async function forAll<Item>(
  { random }: Pick<Population, 'random'>,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = 6,
): Promise<void> {
  const rest = items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .values();
  const workOff = async (): Promise<void> => {
    for (const { item } of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
}
