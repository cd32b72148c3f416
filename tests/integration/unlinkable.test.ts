import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBase32, makeBounceAddress } from '#mail/recipient/address-forms.ts';
import { systemClock } from '#platform/clock.ts';
import { formerBounceToken } from '#support/former-bounce-token.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { measureLinkability } from '#support/unlinkable/link-classifier.ts';
import { addSent, compareAnswers, readSeen, type SeenMessage } from '#support/unlinkable/compare-sent.ts';
import {
  forwardedTo,
  probeAliases,
  probeWhile,
  sendBounces,
  sendReplies,
  sendSubmissions,
  sentToStrangers,
  type Answer,
  type InboxSays,
} from '#support/unlinkable/exchange-mail.ts';
import { startPopulation, type Population, type PopulationAlias } from '#support/unlinkable/population.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';

/** Two hundred aliases of twenty owners, and somebody who reads all that the server lets out and wants to know which belong together. */

const owners = 20;
const aliasesEach = 10;
const count = owners * aliasesEach;
/** Letters to each alias from which somebody learns how long an answer takes. */
const timedProbes = 3;
/** Answers that know no chance: each owner's inbox refuses by words of its own. */
const refusedEach = 3;
const shop = 'shop@sender.example';
/** Guessing is 0.5. */
const guessing = 0.55;

/** What a stranger has of one alias. */
interface Sight {
  readonly alias: PopulationAlias;
  readonly sent: readonly SeenMessage[];
  readonly answers: readonly Answer[];
}

function ownerOf({ alias }: Sight): number {
  return alias.owner;
}

function compareMail(one: Sight, other: Sight): number[] {
  const values: number[] = [];
  for (const [kind, seen] of one.sent.entries()) {
    const against = other.sent[kind];
    if (against === undefined) throw new Error(`one alias sent no message of kind ${kind}`);
    addSent(values, seen, against);
  }
  return values;
}

function timesOf({ answers }: Sight): number[] {
  return [answers.map(({ dataMs }) => dataMs), answers.map(({ rcptMs }) => rcptMs)].flatMap((times) => {
    const sorted = times.toSorted((a, b) => a - b);
    return [sorted[0] ?? 0, sorted[sorted.length >> 1] ?? 0, times.reduce((sum, ms) => sum + ms, 0) / times.length];
  });
}

function compareTimes(one: Sight, other: Sight): number[] {
  const others = timesOf(other);
  return timesOf(one).flatMap((ms, at) => {
    const apart = Math.abs(ms - (others[at] ?? 0));
    return [apart, Math.log2(0.1 + apart)];
  });
}

function readSights(
  population: Population,
  answers: ReadonlyMap<number, readonly Answer[]>,
  sent: readonly SinkMessage[],
): Sight[] {
  const kinds = (alias: PopulationAlias): ((message: SinkMessage) => boolean)[] => [
    ({ rcptTo, raw }) => rcptTo[0] === shop && raw.includes(alias.address),
    ({ rcptTo, mailFrom }) => rcptTo[0] === alias.correspondent && mailFrom !== '',
    ({ rcptTo, mailFrom }) => rcptTo[0] === alias.correspondent && mailFrom === '',
  ];
  return population.aliases.map((alias) => ({
    alias,
    answers: answers.get(alias.index) ?? [],
    sent: kinds(alias).map((isIt) => {
      const place = sent.findIndex(isIt);
      const message = sent[place];
      if (message === undefined) throw new Error('a message is missing');
      const known = [alias.address, alias.correspondent];
      return readSeen(message, { place, known, atMs: population.arrivedAtMs(message) });
    }),
  }));
}

function formerTokenOf({ mail }: Population, { address, linkId }: PopulationAlias): string {
  const domain = address.slice(address.indexOf('@') + 1);
  return formerBounceToken(mail.context.keys, { route: BigInt(linkId), domain, now: new Date(systemClock.now()) });
}

/** With the envelope senders of the release before, which held a number that grows. */
function withFormerEnvelope(population: Population, sight: Sight): Sight {
  const token = formerTokenOf(population, sight.alias);
  const octets = decodeBase32(token) ?? Buffer.alloc(0);
  const sent = sight.sent.map((seen) => ({ ...seen, octets: [octets, ...seen.octets.slice(1)], envelope: token }));
  return { ...sight, sent };
}

const dayMs = 24 * 60 * 60 * 1000;

/** What two correspondents have who wait until an address changes: it before and after that, and the day. */
interface LongSight extends Sight {
  readonly changesOn: number;
}

function overChange({ mail: { context } }: Population, sight: Sight): LongSight {
  const { address, linkId: id } = sight.alias;
  const now = systemClock.now();
  const on = (day: number): string =>
    makeBounceAddress(context.keys, { id, alias: address, now: new Date(now + day * dayMs), of: 'sent' });
  const changesOn = Array.from({ length: 15 }, (_, day) => day).find((day) => on(day) !== on(0)) ?? Infinity;
  const sent = sight.sent.map((seen, kind) => {
    const envelope = on(kind === 0 ? 0 : changesOn);
    const octets = decodeBase32(/^b=([a-z2-7]+)@/.exec(envelope)?.[1] ?? '') ?? Buffer.alloc(0);
    return { ...seen, octets: [octets, ...seen.octets.slice(1)], envelope };
  });
  return { ...sight, sent, changesOn };
}

function compareLong(one: LongSight, other: LongSight): number[] {
  const values = compareMail(one, other);
  values.push(Math.abs(one.changesOn - other.changesOn));
  return values;
}

/** Every inbox has a server of its own, and each is slower than the one before. */
function slowInboxMs(owner: number): number {
  return 10 + 8 * owner;
}

function textsOf(sights: readonly Sight[]): string[] {
  return [...new Set(sights.flatMap(({ answers }) => answers.map(({ text }) => text)))];
}

/** What servers of inboxes say of one fault, each by its own status and in its own words; one of each owner. */
function inWordsOf(stage: 'onRcpt' | 'onData', statuses: readonly string[]): InboxSays {
  return (owner) => {
    const text = `${statuses[owner % statuses.length]} <owner${owner}@inbox.example>: ${'no '.repeat(1 + owner)}`;
    return { stage, reply: { code: owner % 2 === 0 ? 550 : 554, text } };
  };
}

/** Faults, and what whoever proves to be the sender hears of each. */
const faults = [
  { of: 'mailbox', says: inWordsOf('onRcpt', ['5.1.1', '5.2.1', '5.2.2', '5.7.1', '5.3.0']), heard: '550 5.2.0' },
  { of: 'mailbox, too late', says: inWordsOf('onData', ['5.2.2', '5.7.1', '5.2.0', '5.5.0']), heard: '550 5.2.0' },
  { of: 'size', says: inWordsOf('onData', ['5.3.4', '5.2.3']), heard: '552 5.3.4' },
  { of: 'content', says: inWordsOf('onData', ['5.6.0', '5.6.1', '5.6.5']), heard: '550 5.6.0' },
] satisfies readonly { of: string; says: InboxSays; heard: string }[];

/** What was answered in each of the faults. */
interface Heard {
  readonly owner: number;
  readonly answers: readonly string[];
}

function compareHeard(one: Heard, other: Heard): number[] {
  return one.answers.flatMap((answer, at) => compareAnswers(answer, other.answers[at] ?? ''));
}

const atRcpt = '250 2.1.5 Recipient OK ';
const accepted = `${atRcpt}250 2.0.0 Message accepted`;

describe('of two aliases nobody can tell whether they are one owner’s', () => {
  let population: Population;
  let sights: Sight[];
  let heard: Heard[];

  beforeAll(async () => {
    population = await startPopulation({ owners, aliasesEach, cutThrough: true, inboxMs: () => 0 });
    const answers = await probeAliases(population, 1);
    const forwarded = await forwardedTo(population, count);
    await sendReplies(population, forwarded);
    await sendSubmissions(population, shop);
    await sendBounces(population, forwarded);
    const sent = await sentToStrangers(population, 3 * count);
    sights = readSights(population, answers, sent);
    const refused: (typeof answers)[] = [];
    const probed = population.aliases.filter(({ index }) => index % aliasesEach < refusedEach);
    for (const { says } of faults) refused.push(await probeWhile(population, probed, says));
    heard = probed.map(({ index, owner }) => ({
      owner,
      answers: refused.map((of) => of.get(index)?.[0]?.text ?? ''),
    }));
  });
  afterAll(() => population.close());

  it('by the envelopes and headers of what they send, or of what is reported about them', () => {
    expect(measureLinkability({ items: sights, ownerOf, compare: compareMail })).toBeLessThan(guessing);
  });

  it('not even by two correspondents who compare their envelopes before and after they change, and when', () => {
    const long = sights.map((sight) => overChange(population, sight));
    expect(Math.max(...long.map(({ changesOn }) => changesOn))).toBeLessThanOrEqual(14);
    expect(measureLinkability({ items: long, ownerOf, compare: compareLong })).toBeLessThan(guessing);
  });

  it('which could be told by a number that grows', () => {
    const former = sights.map((sight) => withFormerEnvelope(population, sight));
    expect(measureLinkability({ items: former, ownerOf, compare: compareMail })).toBeGreaterThan(0.95);
  });

  it('by what the server answers', () => {
    expect(textsOf(sights)).toEqual([accepted]);
  });

  it('by the status or the words of what is refused, whatever their inboxes say, each in its own way', () => {
    const texts = faults.map((_, at) => [...new Set(heard.map(({ answers }) => answers[at]))]);
    const statuses = texts.map((said) => said.map((text = '') => text.slice(atRcpt.length, atRcpt.length + 9)));
    expect(statuses).toEqual(faults.map(({ heard: reply }) => [reply]));
    const ownerOfHeard = ({ owner }: Heard): number => owner;
    expect(measureLinkability({ items: heard, ownerOf: ownerOfHeard, compare: compareHeard })).toBeLessThan(guessing);
    const passedOn = heard.map((one) => ({
      ...one,
      answers: faults.map(({ says }) => `${says(one.owner)?.reply.code} ${says(one.owner)?.reply.text}`),
    }));
    expect(measureLinkability({ items: passedOn, ownerOf: ownerOfHeard, compare: compareHeard })).toBeGreaterThan(0.95);
  });

  it('and bounces still come to addresses made before the upgrade, but to none that somebody made up', async () => {
    const [alias] = population.aliases;
    if (alias === undefined) throw new Error('nobody is there');
    const token = formerTokenOf(population, alias);
    const client = await connectSmtp({ port: population.mxPort });
    await client.reply();
    await client.command('EHLO mx.inbox.example');
    await client.command('MAIL FROM:<>');
    expect(await client.command(`RCPT TO:<b=${token}@kauke.test>`)).toBe('250 2.1.5 Recipient OK');
    for (const made of [`${token}@mask.test`, `${'a'.repeat(44)}@kauke.test`, `${'7'.repeat(44)}@kauke.test`]) {
      expect(await client.command(`RCPT TO:<b=${made}>`)).toMatch(/^550 5\.1\.1 /);
    }
    client.destroy();
  });
});

/** How well it is told by when the server answers, of inboxes as slow as their owners. */
async function measureByTimes(setting: boolean, ofAliases: boolean): Promise<number> {
  const population = await startPopulation({ owners, aliasesEach, cutThrough: setting, inboxMs: slowInboxMs });
  try {
    const { db } = population.mail.context.database;
    await db.updateTable('aliases').set({ cutThrough: ofAliases }).execute();
    const answers = await probeAliases(population, timedProbes);
    const sights = population.aliases.map((alias) => ({ alias, answers: answers.get(alias.index) ?? [], sent: [] }));
    expect(textsOf(sights)).toEqual([accepted]);
    return measureLinkability({ items: sights, ownerOf, compare: compareTimes });
  } finally {
    await population.close();
  }
}

// That nobody waits for an inbox there is what `receive-message` proves.
describe('by when the server answers, which waits for the inbox with cut-through', { tags: 'proof' }, () => {
  it('aliases of one owner are told with cut-through', async () =>
    expect(await measureByTimes(true, true)).toBeGreaterThan(0.6));

  it('nobody can tell where mail is stored before it is delivered, by the switch of every alias', async () =>
    expect(await measureByTimes(true, false)).toBeLessThan(guessing));

  it('nor by the setting of the installation', async () =>
    expect(await measureByTimes(false, true)).toBeLessThan(guessing));
});
