import { describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { ArcVerdict } from '#protocol/arc/verify-arc.ts';
import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import type { DmarcVerdict } from '#protocol/dmarc/check-dmarc.ts';
import type { SpfVerdict } from '#protocol/spf/check-spf.ts';
import { findProvenList, judgeMessage, type Judgement } from '#mail/judge/judge-message.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

function spf(result: SpfVerdict['result'], domain = 'bob.example'): SpfVerdict {
  return {
    result,
    domain,
    scope: 'mailfrom',
  };
}
function dkim(domain: string | null, result: DkimVerdict['result'] = 'pass'): DkimVerdict {
  return {
    result,
    domain,
    selector: 's',
    algorithm: 'rsa-sha256',
    signaturePrefix: 'abc',
    signedFields: ['from'],
    comment: null,
  };
}
function dmarc(
  result: DmarcVerdict['result'],
  policy: DmarcVerdict['policy'] = null,
  more: Partial<DmarcVerdict> = {},
): DmarcVerdict {
  return { result, policy, domain: 'bob.example', spfAligned: false, dkimAligned: null, ...more };
}
function arc(result: ArcVerdict['result'], ...sealers: string[]): ArcVerdict {
  return {
    result,
    instance: sealers.length,
    sealers,
    comment: null,
  };
}

interface Case {
  readonly spf?: SpfVerdict;
  readonly dkim?: readonly DkimVerdict[];
  readonly dmarc?: DmarcVerdict;
  readonly arc?: ArcVerdict;
  readonly header?: string;
  readonly reversePath?: string;
  readonly unauthenticatedMail?: 'refuse' | 'mark';
}

const trustedSealers = new Set(['google.com', 'microsoft.com']);

function judge({ header = '', reversePath = 'bob@bob.example', unauthenticatedMail = 'refuse', ...found }: Case) {
  return judgeMessage(
    { unauthenticatedMail, trustedSealers },
    {
      message: parseMessage(Buffer.from(`From: bob@bob.example\r\n${header}\r\nhi\r\n`)),
      authentication: {
        spf: found.spf ?? spf('none'),
        dkim: found.dkim ?? [],
        dmarc: found.dmarc ?? dmarc('none'),
        arc: found.arc ?? arc('none'),
      },
      envelope: { reversePath },
    },
  );
}
function provenList({ header = '', ...found }: Case) {
  const message = parseMessage(Buffer.from(`From: bob@bob.example\r\n${header}\r\nhi\r\n`));
  const { dkim: signatures = [] } = found;
  return findProvenList(message, { spf: spf('none'), dkim: signatures, dmarc: dmarc('none'), arc: arc('none') });
}
async function replyTo(given: Case): Promise<string> {
  const judgement = await judge(given);
  return judgement.accepted ? 'accepted' : `${judgement.reply.code} ${judgement.reply.enhanced}`;
}
function accepted(unverified: boolean, senderProven: boolean, more: { quarantined?: boolean } = {}): Judgement {
  return { accepted: true, unverified, quarantined: false, vouchedBy: null, senderProven, ...more };
}
function vouched(vouchedBy: string): Judgement {
  return { accepted: true, unverified: true, quarantined: false, vouchedBy, senderProven: false };
}

const reject = dmarc('fail', 'reject');
const listHeader = 'List-Id: Talk <talk.list.example>\r\n';
const sealedHeader = 'ARC-Authentication-Results: i=1; mx.google.com; spf=fail; dmarc=pass (p=REJECT)\r\n';

describe('judgeMessage', () => {
  it('takes mail that SPF or DKIM vouches for, verified where that is in alignment', async () => {
    expect(await judge({ spf: spf('pass'), dmarc: dmarc('pass', 'reject', { spfAligned: true }) })).toEqual(
      accepted(false, true),
    );
    expect(
      await judge({ dkim: [dkim('bob.example')], dmarc: dmarc('pass', 'none', { dkimAligned: 'bob.example' }) }),
    ).toEqual(accepted(false, true));
    expect(await judge({ spf: spf('pass', 'other.example'), reversePath: 'x@other.example' })).toEqual(
      accepted(true, true),
    );
    // Without a DMARC record, equal names are alignment all the same.
    expect(await judge({ spf: spf('pass'), dmarc: dmarc('none', null, { spfAligned: true }) })).toEqual(
      accepted(false, true),
    );
  });

  it('refuses mail that nobody vouches for, unless such mail is marked', async () => {
    const nobody = { spf: spf('softfail'), dkim: [dkim('bob.example', 'fail'), dkim(null, 'neutral')] };
    expect(await judge(nobody)).toEqual({
      accepted: false,
      reply: smtpReplies.unauthenticated,
      reason: 'unauthenticated',
    });
    expect(smtpReplies.unauthenticated).toMatchObject({ code: 550, enhanced: '5.7.26' });
    expect(await judge({ ...nobody, unauthenticatedMail: 'mark' })).toEqual(accepted(true, false));
  });

  it('refuses a DMARC fail under p=reject, marked or not, and takes one under a weaker policy', async () => {
    const passing = { spf: spf('pass', 'other.example') };
    expect(await judge({ ...passing, dmarc: reject })).toEqual({
      accepted: false,
      reply: smtpReplies.refusedByDmarc,
      reason: 'rejected',
    });
    expect(await replyTo({ ...passing, dmarc: reject, unauthenticatedMail: 'mark' })).toBe('550 5.7.26');
    expect(await judge({ ...passing, dmarc: dmarc('fail', 'none') })).toEqual(accepted(true, false));
    expect(await judge({ ...passing, dmarc: dmarc('permerror', null) })).toEqual(accepted(true, false));
  });

  it('marks a DMARC fail under p=quarantine, and nothing that DNS hides', async () => {
    const passing = { spf: spf('pass', 'other.example') };
    expect(await judge({ ...passing, dmarc: dmarc('fail', 'quarantine') })).toEqual(
      accepted(true, false, { quarantined: true }),
    );
    expect(await judge({ ...passing, dmarc: dmarc('temperror', 'quarantine') })).toEqual(accepted(true, false));
    expect(await judge({ spf: spf('pass'), dmarc: dmarc('pass', 'quarantine', { spfAligned: true }) })).toEqual(
      accepted(false, true),
    );
  });

  it('knows list mail that the organizational domain of its list signed, and leaves it to its readers', async () => {
    const list = { header: listHeader, dmarc: reject, reversePath: 'bounces@list.example' };
    const proven = { domain: 'list.example', names: ['talk.list.example', 'list.example'] };
    for (const signer of ['list.example', 'mail.list.example']) {
      expect(await provenList({ ...list, dkim: [dkim(signer)] })).toEqual(proven);
      expect(await judge({ ...list, dkim: [dkim(signer)] })).toMatchObject({ accepted: false, reason: 'rejected' });
    }
    for (const other of ['st.example', 'other.example', 'list.example.other.example', 'example.talk']) {
      expect(await provenList({ ...list, dkim: [dkim(other)] })).toBeNull();
    }
    const byPath = { ...list, spf: spf('pass', 'list.example'), dkim: [dkim('list.example', 'fail')] };
    expect(await provenList(byPath)).toBeNull();
    expect(await provenList({ ...list, header: '', dkim: [dkim('list.example')] })).toBeNull();
    expect(await provenList({ ...list, header: listHeader + listHeader, dkim: [dkim('list.example')] })).toBeNull();
  });

  it('takes what trusted sealers passed on, if the first of them saw DMARC pass', async () => {
    const sealed = { header: sealedHeader, spf: spf('pass', 'google.com'), dmarc: reject };
    expect(await judge({ ...sealed, arc: arc('pass', 'google.com', 'microsoft.com') })).toEqual(vouched('google.com'));
    expect(await replyTo({ ...sealed, arc: arc('pass', 'google.com', 'evil.example') })).toBe('550 5.7.26');
    expect(await replyTo({ ...sealed, arc: arc('fail', 'google.com') })).toBe('550 5.7.26');
    const failed = sealedHeader.replace('dmarc=pass', 'dmarc=fail');
    expect(await replyTo({ ...sealed, header: failed, arc: arc('pass', 'google.com') })).toBe('550 5.7.26');
    const second = `${failed}${sealedHeader.replace('i=1', 'i=2')}`;
    expect(await replyTo({ ...sealed, header: second, arc: arc('pass', 'google.com', 'google.com') })).toBe(
      '550 5.7.26',
    );
  });

  it.each([
    ['a quoted string', 'dmarc=fail reason="x; dmarc=pass"'],
    ['a quoted string with a quote in it', 'dmarc=fail reason="\\"; dmarc=pass "'],
    ['a comment', 'dmarc=fail (p=reject; dmarc=pass)'],
    ['a comment within one', 'dmarc=fail (a (b); dmarc=pass)'],
    ['the name of a property', 'dmarc=fail x.dmarc=pass'],
    ['an encoded word', 'dmarc=fail header.from==?x?q?;dmarc=pass?='],
    ['another result', 'dmarc=passed'],
    ['a result about another author', 'dmarc=pass (p=none) header.from=x.example'],
  ])('believes no dmarc=pass in %s', async (_, results) => {
    const header = `ARC-Authentication-Results: i=1; mx.google.com; ${results}\r\n`;
    expect(
      await replyTo({ header, dmarc: reject, spf: spf('pass', 'google.com'), arc: arc('pass', 'google.com') }),
    ).toBe('550 5.7.26');
  });

  it.each([
    'dmarc=pass',
    'spf=fail (a; b) smtp.mailfrom="a;b"; DMARC = (x) pass(p=NONE) header.from=Bob.example',
    'dmarc=pass action=none',
  ])('believes %s', async (results) => {
    const header = `ARC-Authentication-Results: i=1; mx.google.com 1; ${results};\r\n`;
    expect(
      await judge({ header, dmarc: reject, spf: spf('pass', 'google.com'), arc: arc('pass', 'google.com') }),
    ).toEqual(vouched('google.com'));
  });

  it('looks through a long header', async () => {
    for (const unit of ['(', '"', '\\', ';', '; dmarc', '=?', ' ']) {
      const header = `ARC-Authentication-Results: i=1; ${unit.repeat(500_000 / unit.length)}\r\n`;
      expect(
        await replyTo({ header, dmarc: reject, arc: arc('pass', 'google.com'), spf: spf('pass', 'x.example') }),
      ).toBe('550 5.7.26');
    }
  });

  it('asks to come again where DNS trouble hides who vouches', async () => {
    expect(await replyTo({ spf: spf('temperror') })).toBe('451 4.4.3');
    expect(await replyTo({ spf: spf('fail'), dkim: [dkim('bob.example', 'temperror')] })).toBe('451 4.4.3');
    expect(await judge({ spf: spf('temperror'), unauthenticatedMail: 'mark' })).toEqual(accepted(true, false));
    expect(await judge({ spf: spf('temperror'), dkim: [dkim('other.example')] })).toEqual(accepted(true, false));
  });

  it('asks to come again where DNS trouble hides the policy, and takes it for none where mail is marked', async () => {
    const hidden = { spf: spf('pass', 'other.example'), dmarc: dmarc('temperror') };
    expect(await replyTo(hidden)).toBe('451 4.4.3');
    expect(await judge({ ...hidden, unauthenticatedMail: 'mark' })).toEqual(accepted(true, false));
    expect(await judge({ spf: spf('pass'), dmarc: dmarc('temperror', null, { spfAligned: true }) })).toEqual(
      accepted(false, true),
    );
  });

  it('asks to come again where a policy of reject would decide on what DNS hides', async () => {
    const hidden = { spf: spf('pass', 'other.example'), dmarc: dmarc('temperror', 'reject') };
    expect(await replyTo(hidden)).toBe('451 4.4.3');
    expect(await replyTo({ ...hidden, unauthenticatedMail: 'mark' })).toBe('451 4.4.3');
    expect(await replyTo({ ...hidden, dmarc: dmarc('temperror', 'quarantine') })).toBe('accepted');
    // A list or a sealer that cannot be checked now might excuse a fail.
    const failed = { spf: spf('pass', 'other.example'), dmarc: reject };
    const listed = { ...failed, header: listHeader };
    expect(await replyTo({ ...listed, dkim: [dkim('list.example', 'temperror')] })).toBe('451 4.4.3');
    expect(await replyTo({ ...listed, dkim: [dkim(null, 'temperror')] })).toBe('451 4.4.3');
    expect(await replyTo({ ...failed, arc: arc('temperror') })).toBe('451 4.4.3');
  });

  it('holds a sender for proven only where its own domain passed', async () => {
    const proven = async (given: Case): Promise<boolean> => {
      const judgement = await judge({ unauthenticatedMail: 'mark', ...given });
      return judgement.accepted && judgement.senderProven;
    };
    expect(await proven({ spf: spf('pass') })).toBe(true);
    expect(await proven({ spf: spf('pass', 'other.example') })).toBe(false);
    expect(await proven({ spf: { ...spf('pass'), scope: 'helo' } })).toBe(false);
    expect(await proven({ dkim: [dkim('bob.example')] })).toBe(true);
    expect(await proven({ dkim: [dkim('bob.example')], reversePath: 'x@mail.bob.example' })).toBe(true);
    expect(await proven({ dkim: [dkim('mail.bob.example')] })).toBe(false);
    expect(await proven({ dkim: [dkim('bob.example', 'fail')] })).toBe(false);
    expect(await proven({ spf: spf('pass'), dkim: [dkim('bob.example')], reversePath: '' })).toBe(false);
  });
});
