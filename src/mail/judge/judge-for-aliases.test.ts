import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endTrace, findTraceByCode, readTrace, startTrace } from '#core/alias-traces/alias-traces.ts';
import { addSenderRule, listSenderRules, removeSenderRule } from '#core/sender-rules/sender-rules.ts';
import {
  type AliasOutcome,
  type AliasQuestion,
  type AppliedRule,
  judgeForAlias,
  settleDispositions,
} from '#mail/judge/judge-for-aliases.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { createHeldWorld, type HeldWorld } from '#support/held-world.ts';
import { exampleMessage } from '#support/mail-engine.ts';

const refusals = {
  unauthenticated: { reply: smtpReplies.unauthenticated, reason: 'unauthenticated' },
  rejected: { reply: smtpReplies.refusedByDmarc, reason: 'rejected' },
  spam: { reply: smtpReplies.spam, reason: 'spam' },
} as const;

function rule(action: AppliedRule['action'], more: Partial<AppliedRule> = {}): AppliedRule {
  return { action, evenIfRejected: false, list: null, ...more };
}
const byList = { list: 'list.example' };
const anyway = { evenIfRejected: true };

/** The fate in a few words. */
function fateOf(question: Partial<AliasQuestion>): string {
  const fate = judgeForAlias({
    paused: false,
    refusal: null,
    fromProven: true,
    rule: null,
    spam: false,
    holds: false,
    ...question,
  });
  switch (fate.kind) {
    case 'drop':
      return 'drop';
    case 'forward':
      return `forward${fate.spam ? ' as spam' : ''}${fate.list === null ? '' : ` via ${fate.list}`}`;
    case 'hold':
      return `hold (${fate.reason}), else ${fate.otherwise === null ? 'drop' : fate.otherwise.enhanced}`;
    case 'refuse':
      return `${fate.reply.code} ${fate.reply.enhanced}`;
  }
}

const unproven = { fromProven: false };
const unauthenticated = { ...unproven, refusal: refusals.unauthenticated };
const rejected = { ...unproven, refusal: refusals.rejected };
const spam = { refusal: refusals.spam };
const spamOfNobody = { ...unproven, refusal: refusals.spam };
const marked = { spam: true };
const markedOfNobody = { ...unproven, spam: true };

describe('judgeForAlias', () => {
  it.each<[question: Partial<AliasQuestion>, rule: AppliedRule | null, fate: string, whereHeld: string]>([
    // Standing comes first: nothing comes through, and nobody hears a difference.
    [{ paused: true }, null, 'drop', 'drop'],
    [{ paused: true, ...rejected }, null, '550 5.7.26', 'drop'],
    [{ paused: true, ...rejected }, rule('allow', anyway), 'drop', 'drop'],
    [{ paused: true }, rule('allow'), 'drop', 'drop'],
    // The verdict, as long as nobody said anything.
    [{}, null, 'forward', 'forward'],
    [unproven, null, 'forward', 'forward'],
    [marked, null, 'forward as spam', 'forward as spam'],
    [unauthenticated, null, '550 5.7.26', 'hold (unauthenticated), else 5.7.26'],
    [rejected, null, '550 5.7.26', 'hold (rejected), else 5.7.26'],
    [spam, null, '550 5.7.1', 'hold (spam), else 5.7.1'],
    // Block: of a proven sender; of anybody else only what would have come through.
    [{}, rule('block'), 'drop', 'drop'],
    [marked, rule('block'), 'drop', 'drop'],
    [spam, rule('block'), 'drop', 'drop'],
    [unproven, rule('block'), 'drop', 'drop'],
    [unauthenticated, rule('block'), '550 5.7.26', 'hold (unauthenticated), else 5.7.26'],
    [rejected, rule('block'), '550 5.7.26', 'hold (rejected), else 5.7.26'],
    [spamOfNobody, rule('block'), '550 5.7.1', 'hold (spam), else 5.7.1'],
    [unproven, rule('block', byList), 'drop', 'drop'],
    [spamOfNobody, rule('block', byList), 'drop', 'drop'],
    [rejected, rule('block', byList), '550 5.7.26', 'hold (rejected), else 5.7.26'],
    // Hold: likewise, and a sender that nobody proved never hears that it could not be kept.
    [{}, rule('hold'), 'hold (rule), else 5.2.0', 'hold (rule), else 5.2.0'],
    [unproven, rule('hold'), 'hold (rule), else drop', 'hold (rule), else drop'],
    [spam, rule('hold'), 'hold (rule), else 5.2.0', 'hold (rule), else 5.2.0'],
    [unauthenticated, rule('hold'), '550 5.7.26', 'hold (unauthenticated), else 5.7.26'],
    [spamOfNobody, rule('hold'), '550 5.7.1', 'hold (spam), else 5.7.1'],
    // Allow: past spam where From is proven, past the policy for its list, and past all where the owner said so.
    [{}, rule('allow'), 'forward', 'forward'],
    [spam, rule('allow'), 'forward', 'forward'],
    [marked, rule('allow'), 'forward', 'forward'],
    [spamOfNobody, rule('allow'), '550 5.7.1', 'hold (spam), else 5.7.1'],
    [spamOfNobody, rule('allow', anyway), '550 5.7.1', 'hold (spam), else 5.7.1'],
    [markedOfNobody, rule('allow'), 'forward as spam', 'forward as spam'],
    [unauthenticated, rule('allow'), '550 5.7.26', 'hold (unauthenticated), else 5.7.26'],
    [unauthenticated, rule('allow', anyway), 'forward', 'forward'],
    [rejected, rule('allow'), '550 5.7.26', 'hold (rejected), else 5.7.26'],
    [rejected, rule('allow', anyway), 'forward', 'forward'],
    [{ ...rejected, spam: true }, rule('allow', anyway), 'forward as spam', 'forward as spam'],
    [rejected, rule('allow', byList), 'forward via list.example', 'forward via list.example'],
    [unproven, rule('allow', byList), 'forward', 'forward'],
  ])('of %o under %o says %s, and where mail is held %s', (question, own, fate, whereHeld) => {
    expect(fateOf({ ...question, rule: own })).toBe(fate);
    expect(fateOf({ ...question, rule: own, holds: true })).toBe(whereHeld);
  });
});

const unknownId = 'a3a4c5d6-0000-4000-8000-000000000001';

let world: HeldWorld;
let { mail, alias, sink, hold, sendForged, soleHeld } = {} as HeldWorld;
/** For the tests that mail runs through. */
function inWorld(): void {
  beforeEach(async () => {
    world = await createHeldWorld();
    ({ mail, alias, sink, hold, sendForged, soleHeld } = world);
  });
  afterEach(() => world.close());
}

describe('sender rules', () => {
  inWorld();
  const scope = 'account';
  function rule(match: string, action: 'block' | 'allow' | 'hold', aliasId?: string) {
    const input = { scope: aliasId === undefined ? scope : { aliasId }, match, action } as const;
    return addSenderRule(mail.context, alias.userId, input);
  }
  /** SPF vouches for its From. */
  function sendProven() {
    return mail.send(alias.address);
  }

  it('drop mail of a proven sender who is blocked, at one alias before the account', async () => {
    const block = await rule('@sender.example', 'block');
    expect(await sendProven()).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages).toHaveLength(0);
    await rule('bob@sender.example', 'allow', alias.aliasId);
    await sendProven();
    expect(sink.messages).toHaveLength(1);
    await rule('bob@sender.example', 'block', alias.aliasId);
    await sendProven();
    expect(sink.messages).toHaveLength(1);
    await expect(removeSenderRule(mail.context, unknownId, block.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('tell a forger of a blocked name what he would hear without them', async () => {
    const content = exampleMessage('forged').replace('bob@', 'carol@');
    const forged = () => mail.send(alias.address, { from: 'x@nowhere.example', content });
    const before = await forged();
    await rule('carol@sender.example', 'block');
    expect(await forged()).toEqual(before);
    mail.dns.add({ 'elsewhere.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
    const passing = { from: 'x@elsewhere.example', content };
    expect(await mail.send(alias.address, passing)).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages).toHaveLength(0);
  });

  it('come after a contact that is blocked at the alias', async () => {
    await mail.blockContact(alias, 'bob@sender.example');
    await rule('bob@sender.example', 'allow', alias.aliasId);
    expect(await sendProven()).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages).toHaveLength(0);
  });

  it('hold mail of a proven sender, where anything is held', async () => {
    await expect(rule('@sender.example', 'hold')).rejects.toMatchObject({ code: 'holding_off' });
    await hold(7);
    await rule('@sender.example', 'hold');
    expect(await sendProven()).toEqual(smtpReplies.messageAccepted);
    expect(await soleHeld()).toMatchObject({ reason: 'rule' });
    await hold(0);
    expect(await sendProven()).toEqual(smtpReplies.refusedByRecipient);
    expect(sink.messages).toHaveLength(0);
  });

  it('are no business of other accounts', async () => {
    const other = await mail.addAlias({ local: 'other', targets: ['cy@inbox.example'] });
    await expect(rule('@sender.example', 'block', other.aliasId)).rejects.toMatchObject({ code: 'not_found' });
    await rule('@sender.example', 'block');
    expect(await listSenderRules(mail.context, other.userId)).toEqual([]);
    expect(await mail.send([alias.address, other.address])).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages.map(({ rcptTo }) => rcptTo)).toEqual([['cy@inbox.example']]);
  });

  it('cost no query where an account has none', async () => {
    const asked: unknown[] = [];
    const { pool } = mail.test.database;
    const { query } = pool;
    Object.assign(pool, {
      query: (first: unknown, ...rest: unknown[]) => {
        asked.push(first);
        return Reflect.apply(query, pool, [first, ...rest]) as unknown;
      },
    });
    const names = () => asked.map((one) => (one as { name?: string }).name).filter((name) => name !== undefined);
    await sendProven();
    expect(names()).not.toContain('find-sender-rules');
    await rule('@another.example', 'block');
    await sendProven();
    expect(names()).toContain('find-sender-rules');
  });
});

describe('the trace of an alias', () => {
  inWorld();
  it('notes verdict and replies, for its owner and for whoever has the code, and nobody else', async () => {
    const other = await mail.addAlias({ local: 'other', targets: ['cy@inbox.example'] });
    const { code } = await startTrace(mail.context, alias);
    await sendForged();
    await mail.send([alias.address, other.address]);
    const lines = async () => (await readTrace(mail.context, alias))?.lines ?? [];
    await expect.poll(lines).toHaveLength(3);
    const noted = await lines();
    expect(noted).toContainEqual(
      expect.objectContaining({
        event: 'message',
        outcome: 'refuse',
        verdict: 'spf=none dkim=none dmarc=none arc=none',
        reply: '550 5.7.26',
      }),
    );
    expect(noted).toContainEqual(expect.objectContaining({ event: 'delivery', outcome: 'delivered', reply: null }));
    expect(noted).toContainEqual(expect.objectContaining({ event: 'message', outcome: 'forward', reply: '250 2.0.0' }));
    expect(await findTraceByCode(mail.context, code)).toMatchObject({ alias: alias.address, trace: { lines: noted } });
    expect(await findTraceByCode(mail.context, 'x'.repeat(43))).toBeNull();
    await expect(readTrace(mail.context, { ...alias, userId: other.userId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await endTrace(mail.context, alias);
    expect(await mail.test.database.db.selectFrom('traceLines').select('id').execute()).toEqual([]);
    expect(await findTraceByCode(mail.context, code)).toBeNull();
  });

  it('is over after its day', async () => {
    const { code } = await startTrace(mail.context, alias);
    await mail.test.database.pool.query('update alias_traces set ends_at = now()');
    expect(await readTrace(mail.context, alias)).toBeNull();
    expect(await findTraceByCode(mail.context, code)).toBeNull();
  });
});

function outcomeFor(aliasId: string, outcome: AliasOutcome['outcome']): AliasOutcome {
  return { alias: { aliasId } as AliasOutcome['alias'], outcome };
}

it('says of no message that it was taken which its sender heard refused, or which came after the last one', () => {
  const fates = [
    outcomeFor('a', 'forward'),
    outcomeFor('b', 'forward'),
    outcomeFor('c', 'drop'),
    outcomeFor('d', 'hold'),
  ];
  const outcomes = (reply: Parameters<typeof settleDispositions>[2], over: readonly string[] = []) =>
    settleDispositions(fates, new Set(over), reply).map(({ outcome }) => outcome);
  expect(outcomes(smtpReplies.messageAccepted)).toEqual(['forward', 'forward', 'drop', 'hold']);
  expect(outcomes(smtpReplies.messageAccepted, ['b'])).toEqual(['forward', 'refuse', 'drop', 'hold']);
  // What was held is let go, as its sender comes again.
  expect(outcomes(smtpReplies.tryLater)).toEqual(['refuse', 'refuse', 'drop', 'refuse']);
  expect(outcomes(smtpReplies.unknownRecipient)).toEqual(['refuse', 'refuse', 'drop', 'refuse']);
});
