import { afterAll, beforeAll, expect, it } from 'vitest';
import { patience } from '#support/patience.ts';
import { annsInbox, dateNow, ourServer, startSendingService, type SendingService } from '#support/sending-service.ts';
import { sentKinds } from '#support/sent-kinds.ts';
import { findSpamAssassin, startRspamd, type Score, type ScoredMail, type Scorer } from '#support/spam-scorers.ts';

/** What the sums may be at most, for Rspamd and for SpamAssassin (docs/operating.md). The less, the better. */
const ceilings: Readonly<Record<string, readonly [number, number]>> = {
  'confirmation of an inbox': [-0.9, 0],
  'confirmation, in German': [-0.9, 0],
  // Rspamd 3.4 calls this text mixed charsets, by the letters ą, č, ė, š, ž (5; how much, depends on a text's words).
  'confirmation, in Lithuanian': [4.1, 0],
  'new password': [-0.9, 0],
  'forwarded, plain text': [-0.8, 0],
  'forwarded, plain text and HTML': [-0.8, 0],
  // Rspamd calls umlauts mixed charsets (1.25), also in what was sent to us.
  'forwarded, names with umlauts': [0.5, 0],
  'forwarded, of a mailing list': [-0.9, -1],
  // Few words beside a picture (0.3), an odd number of links (1).
  'forwarded newsletter': [0.1, -0.8],
  'forwarded newsletter, trackers out, own button': [0.1, -0.8],
  'forwarded, not verified': [-0.8, 0],
  'reply as the alias': [-0.6, 0],
  'digest of held mail': [-0.9, 0],
  'report to a sender (DSN)': [-1, 0],
  'report to an owner': [-0.9, 0],
};

/** What reverse addresses look like is chance: some have seven consonants in a row. */
const byChance = ['FROM_LOCAL_NOVOWEL', 'FROM_LOCAL_HEX', 'FROM_LOCAL_DIGITS'];

const scope = new AsyncDisposableStack();
const sent = new Map<string, ScoredMail>();
const scorers: Scorer[] = [];
let world: SendingService;

beforeAll(async () => {
  world = await startSendingService();
  scope.defer(() => world.stop());
  for (const [kind, send] of Object.entries(sentKinds)) {
    const { raw, mailFrom, rcptTo } = await send(world);
    sent.set(kind, { ...ourServer, raw, mailFrom, rcptTo: rcptTo[0] ?? annsInbox });
  }
  const { dns } = world.service;
  scorers.push(await startRspamd(dns, scope), await findSpamAssassin(dns, dateNow(), scope));
}, patience.programMs);
afterAll(() => scope.disposeAsync());

function heldSum({ sum, rules }: Score): number {
  return byChance.reduce((rest, name) => rest - (rules.get(name) ?? 0), sum);
}

function describeRules({ rules }: Score): string {
  const spoken = [...rules].filter(([, value]) => value !== 0);
  return spoken.map(([name, value]) => `${name} ${value}`).join(', ');
}

it.each(['Rspamd', 'SpamAssassin'])(
  'no kind of mail that we send has more than its ceiling from %s',
  async (name) => {
    const at = scorers.findIndex((one) => one.name === name);
    const scorer = scorers[at];
    const scores = (await scorer?.score([...sent.values()])) ?? [];
    const lines = [...sent.keys()].map((kind, place) => {
      const score = scores[place] ?? { sum: Infinity, rules: new Map() };
      return { kind, sum: heldSum(score), text: `${kind}: ${score.sum.toFixed(2)} (${describeRules(score)})` };
    });
    console.log([`${name} ${scorer?.version}`, ...lines.map(({ text }) => text)].join('\n  '));
    const above = lines.filter(({ kind, sum }) => !(sum <= (ceilings[kind]?.[at] ?? -Infinity)));
    expect(above.map(({ text }) => text)).toEqual([]);
    expect(lines.map(({ kind }) => kind)).toEqual(Object.keys(ceilings));
  },
  patience.programMs,
);
