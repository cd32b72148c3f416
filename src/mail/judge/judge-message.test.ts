import { describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { ArcVerdict } from '#protocol/arc/verify-arc.ts';
import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import type { DmarcVerdict } from '#protocol/dmarc/check-dmarc.ts';
import type { SpfVerdict } from '#protocol/spf/check-spf.ts';
import { judgeMessage, type Judgement } from '#mail/judge/judge-message.ts';
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

function judge({ header = '', reversePath = 'bob@bob.example', unauthenticatedMail = 'refuse', ...found }: Case) {
  return judgeMessage(
    { unauthenticatedMail },
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
function replyTo(given: Case): string {
  const judgement = judge(given);
  return judgement.accepted ? 'accepted' : `${judgement.reply.code} ${judgement.reply.enhanced}`;
}
function accepted(unverified: boolean, senderProven: boolean, quarantined = false): Judgement {
  return {
    accepted: true,
    unverified,
    quarantined,
    senderProven,
  };
}

const reject = dmarc('fail', 'reject');
const listHeader = 'List-Id: Talk <talk.list.example>\r\n';
const sealedHeader = 'ARC-Authentication-Results: i=1; mx.google.com; spf=fail; dmarc=pass (p=REJECT)\r\n';

describe('judgeMessage', () => {
  it('takes mail that SPF or DKIM vouches for, verified where that is in alignment', () => {
    expect(judge({ spf: spf('pass'), dmarc: dmarc('pass', 'reject', { spfAligned: true }) })).toEqual(
      accepted(false, true),
    );
    expect(
      judge({ dkim: [dkim('bob.example')], dmarc: dmarc('pass', 'none', { dkimAligned: 'bob.example' }) }),
    ).toEqual(accepted(false, true));
    expect(judge({ spf: spf('pass', 'other.example'), reversePath: 'x@other.example' })).toEqual(accepted(true, true));
    // Without a DMARC record, equal names are alignment all the same.
    expect(judge({ spf: spf('pass'), dmarc: dmarc('none', null, { spfAligned: true }) })).toEqual(
      accepted(false, true),
    );
  });

  it('refuses mail that nobody vouches for, unless such mail is marked', () => {
    const nobody = { spf: spf('softfail'), dkim: [dkim('bob.example', 'fail'), dkim(null, 'neutral')] };
    expect(judge(nobody)).toEqual({ accepted: false, reply: smtpReplies.unauthenticated });
    expect(smtpReplies.unauthenticated).toMatchObject({ code: 550, enhanced: '5.7.26' });
    expect(judge({ ...nobody, unauthenticatedMail: 'mark' })).toEqual(accepted(true, false));
  });

  it('refuses a DMARC fail under p=reject, marked or not, and takes one under a weaker policy', () => {
    const passing = { spf: spf('pass', 'other.example') };
    expect(judge({ ...passing, dmarc: reject })).toEqual({ accepted: false, reply: smtpReplies.refusedByDmarc });
    expect(replyTo({ ...passing, dmarc: reject, unauthenticatedMail: 'mark' })).toBe('550 5.7.26');
    expect(judge({ ...passing, dmarc: dmarc('fail', 'none') })).toEqual(accepted(true, false));
    expect(judge({ ...passing, dmarc: dmarc('permerror', null) })).toEqual(accepted(true, false));
  });

  it('marks a DMARC fail under p=quarantine, and nothing that DNS hides', () => {
    const passing = { spf: spf('pass', 'other.example') };
    expect(judge({ ...passing, dmarc: dmarc('fail', 'quarantine') })).toEqual(accepted(true, false, true));
    expect(judge({ ...passing, dmarc: dmarc('temperror', 'quarantine') })).toEqual(accepted(true, false));
    expect(judge({ spf: spf('pass'), dmarc: dmarc('pass', 'quarantine', { spfAligned: true }) })).toEqual(
      accepted(false, true),
    );
  });

  it('takes list mail that its list signed, as unverified', () => {
    const list = { header: listHeader, dmarc: reject, reversePath: 'bounces@list.example' };
    expect(judge({ ...list, dkim: [dkim('list.example')] })).toEqual(accepted(true, true));
    expect(judge({ ...list, dkim: [dkim('talk.list.example')] })).toEqual(accepted(true, false));
    for (const other of ['st.example', 'other.example', 'x.talk.list.example', 'example.talk']) {
      expect(replyTo({ ...list, dkim: [dkim(other)] })).toBe('550 5.7.26');
    }
    expect(replyTo({ ...list, spf: spf('pass', 'list.example'), dkim: [dkim('list.example', 'fail')] })).toBe(
      '550 5.7.26',
    );
    expect(replyTo({ ...list, header: '', dkim: [dkim('list.example')] })).toBe('550 5.7.26');
    expect(replyTo({ ...list, header: listHeader + listHeader, dkim: [dkim('list.example')] })).toBe('550 5.7.26');
  });

  it('takes what trusted sealers passed on, if the first of them saw DMARC pass', () => {
    const sealed = { header: sealedHeader, spf: spf('pass', 'google.com'), dmarc: reject };
    expect(judge({ ...sealed, arc: arc('pass', 'google.com', 'microsoft.com') })).toEqual(accepted(true, false));
    expect(replyTo({ ...sealed, arc: arc('pass', 'google.com', 'evil.example') })).toBe('550 5.7.26');
    expect(replyTo({ ...sealed, arc: arc('fail', 'google.com') })).toBe('550 5.7.26');
    const failed = sealedHeader.replace('dmarc=pass', 'dmarc=fail');
    expect(replyTo({ ...sealed, header: failed, arc: arc('pass', 'google.com') })).toBe('550 5.7.26');
    const second = `${failed}${sealedHeader.replace('i=1', 'i=2')}`;
    expect(replyTo({ ...sealed, header: second, arc: arc('pass', 'google.com', 'google.com') })).toBe('550 5.7.26');
  });

  it.each([
    ['a quoted string', 'dmarc=fail reason="x; dmarc=pass"'],
    ['a quoted string with a quote in it', 'dmarc=fail reason="\\"; dmarc=pass "'],
    ['a comment', 'dmarc=fail (p=reject; dmarc=pass)'],
    ['a comment within one', 'dmarc=fail (a (b); dmarc=pass)'],
    ['the name of a property', 'dmarc=fail x.dmarc=pass'],
    ['an encoded word', 'dmarc=fail header.from==?x?q?;dmarc=pass?='],
    ['another result', 'dmarc=passed'],
  ])('believes no dmarc=pass in %s', (_, results) => {
    const header = `ARC-Authentication-Results: i=1; mx.google.com; ${results}\r\n`;
    expect(replyTo({ header, dmarc: reject, spf: spf('pass', 'google.com'), arc: arc('pass', 'google.com') })).toBe(
      '550 5.7.26',
    );
  });

  it.each([
    'dmarc=pass',
    'spf=fail (a; b) smtp.mailfrom="a;b"; DMARC = (x) pass(p=NONE) header.from=x.example',
    'dmarc=pass action=none',
  ])('believes %s', (results) => {
    const header = `ARC-Authentication-Results: i=1; mx.google.com 1; ${results};\r\n`;
    expect(judge({ header, dmarc: reject, spf: spf('pass', 'google.com'), arc: arc('pass', 'google.com') })).toEqual(
      accepted(true, false),
    );
  });

  it('looks through a long header in linear time', () => {
    const start = performance.now();
    for (const unit of ['(', '"', '\\', ';', '; dmarc', '=?', ' ']) {
      const header = `ARC-Authentication-Results: i=1; ${unit.repeat(500_000 / unit.length)}\r\n`;
      expect(replyTo({ header, dmarc: reject, arc: arc('pass', 'google.com'), spf: spf('pass', 'x.example') })).toBe(
        '550 5.7.26',
      );
    }
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('asks to come again where DNS trouble hides who vouches', () => {
    expect(replyTo({ spf: spf('temperror') })).toBe('451 4.4.3');
    expect(replyTo({ spf: spf('fail'), dkim: [dkim('bob.example', 'temperror')] })).toBe('451 4.4.3');
    expect(judge({ spf: spf('temperror'), unauthenticatedMail: 'mark' })).toEqual(accepted(true, false));
    expect(judge({ spf: spf('temperror'), dkim: [dkim('other.example')] })).toEqual(accepted(true, false));
  });

  it('asks to come again where DNS trouble hides the policy, and takes it for none where mail is marked', () => {
    const hidden = { spf: spf('pass', 'other.example'), dmarc: dmarc('temperror') };
    expect(replyTo(hidden)).toBe('451 4.4.3');
    expect(judge({ ...hidden, unauthenticatedMail: 'mark' })).toEqual(accepted(true, false));
    expect(judge({ spf: spf('pass'), dmarc: dmarc('temperror', null, { spfAligned: true }) })).toEqual(
      accepted(false, true),
    );
  });

  it('asks to come again where a policy of reject would decide on what DNS hides', () => {
    const hidden = { spf: spf('pass', 'other.example'), dmarc: dmarc('temperror', 'reject') };
    expect(replyTo(hidden)).toBe('451 4.4.3');
    expect(replyTo({ ...hidden, unauthenticatedMail: 'mark' })).toBe('451 4.4.3');
    expect(replyTo({ ...hidden, dmarc: dmarc('temperror', 'quarantine') })).toBe('accepted');
    // A list or a sealer that cannot be checked now might excuse a fail.
    const failed = { spf: spf('pass', 'other.example'), dmarc: reject };
    const listed = { ...failed, header: listHeader };
    expect(replyTo({ ...listed, dkim: [dkim('list.example', 'temperror')] })).toBe('451 4.4.3');
    expect(replyTo({ ...listed, dkim: [dkim(null, 'temperror')] })).toBe('451 4.4.3');
    expect(replyTo({ ...failed, arc: arc('temperror') })).toBe('451 4.4.3');
  });

  it('holds a sender for proven only where its own domain passed', () => {
    const proven = (given: Case): boolean => {
      const judgement = judge({ unauthenticatedMail: 'mark', ...given });
      return judgement.accepted && judgement.senderProven;
    };
    expect(proven({ spf: spf('pass') })).toBe(true);
    expect(proven({ spf: spf('pass', 'other.example') })).toBe(false);
    expect(proven({ spf: { ...spf('pass'), scope: 'helo' } })).toBe(false);
    expect(proven({ dkim: [dkim('bob.example')] })).toBe(true);
    expect(proven({ dkim: [dkim('bob.example')], reversePath: 'x@mail.bob.example' })).toBe(true);
    expect(proven({ dkim: [dkim('mail.bob.example')] })).toBe(false);
    expect(proven({ dkim: [dkim('bob.example', 'fail')] })).toBe(false);
    expect(proven({ spf: spf('pass'), dkim: [dkim('bob.example')], reversePath: '' })).toBe(false);
  });
});
