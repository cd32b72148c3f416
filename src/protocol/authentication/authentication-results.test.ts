import { describe, expect, it } from 'vitest';
import { claimsToBeOurs, makeAuthenticationResults } from '#protocol/authentication/authentication-results.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { spfIdentity } from '#protocol/spf/check-spf.ts';

const dkim: DkimVerdict = {
  result: 'pass',
  domain: 'a.test',
  selector: 's1',
  algorithm: 'rsa-sha256',
  signaturePrefix: 'abc/+123',
  signedFields: ['from'],
  comment: null,
};
const all: Authentication = {
  spf: { result: 'pass', domain: 'bounce.a.test', scope: 'mailfrom' },
  dkim: [dkim, { ...dkim, result: 'fail', comment: 'bad signature', signaturePrefix: 'x' }],
  dmarc: { result: 'pass', domain: 'a.test', policy: 'reject', spfAligned: true, dkimAligned: 'a.test' },
  arc: { result: 'pass', instance: 2, sealers: ['b.test', 'c.test'], comment: null },
};
const nothing: Authentication = {
  spf: { result: 'none', domain: null, scope: 'helo' },
  dkim: [],
  dmarc: { result: 'none', domain: 'a.test', policy: null, spfAligned: false, dkimAligned: null },
  arc: { result: 'none', instance: 0, sealers: [], comment: null },
};

function textOf(authentication: Authentication): string {
  return fieldText(makeAuthenticationResults('mx.relay.test', authentication));
}

describe('makeAuthenticationResults', () => {
  it('writes what each method said', () => {
    expect(textOf(all)).toBe(
      'mx.relay.test; spf=pass smtp.mailfrom=bounce.a.test; ' +
        'dkim=pass header.d=a.test header.s=s1 header.a=rsa-sha256 header.b="abc/+123"; ' +
        'dkim=fail (bad signature) header.d=a.test header.s=s1 header.a=rsa-sha256 header.b=x; ' +
        'dmarc=pass (p=reject) header.from=a.test; arc=pass (i=2)',
    );
  });

  it.each(['"john doe"@a.test', '"a@b"@a.test', '"a;b\\"c"@A.Test', 'plain@a.test'])(
    'names of %s the domain alone, as readers fail on a local part that needs quotes',
    (reversePath) => {
      const spf = { ...spfIdentity({ helo: 'mx.a.test', reversePath }), result: 'pass' } as const;
      expect(textOf({ ...nothing, spf })).toMatch(/^mx\.relay\.test; spf=pass smtp\.mailfrom=a\.test; dkim=none;/);
    },
  );

  it('writes that there was nothing', () => {
    expect(textOf(nothing)).toBe('mx.relay.test; spf=none; dkim=none; dmarc=none header.from=a.test; arc=none');
    expect(textOf({ ...nothing, arc: { ...nothing.arc, result: 'temperror' } })).not.toContain('; arc=');
  });

  it('lets no value out of its place', () => {
    const hostile = { ...dkim, selector: 'a"; spf=pass', comment: 'a) spf=pass (\r\nX: y' };
    const field = makeAuthenticationResults('mx.relay.test', { ...nothing, dkim: [hostile] });
    expect(fieldText(field)).toContain('(a spf=pass X: y) header.d=a.test header.s="a; spf=pass"');
    expect(parseMessage(Buffer.concat([field.raw, Buffer.from('\r\n')])).fields).toHaveLength(1);
  });
});

describe('claimsToBeOurs', () => {
  const claims = (text: string): boolean => {
    const [field] = parseMessage(Buffer.from(`${text}\r\n\r\n`)).fields;
    if (field === undefined) throw new Error('no field');
    return claimsToBeOurs(field, 'mx.relay.test');
  };

  it.each([
    'Authentication-Results: mx.relay.test; spf=pass',
    'authentication-results:MX.Relay.Test; spf=pass',
    'Authentication-Results: mx.relay.test 1; spf=pass',
    'Authentication-Results: mx.relay.test.; spf=pass',
    'Authentication-Results:\r\n\tmx.relay.test;\r\n spf=pass',
    'Authentication-Results: (a (comment;) of theirs) mx.relay.test; spf=pass',
    'Authentication-Results: mx.relay.test(comment); spf=pass',
    'Authentication-Results: "mx.relay.test"; spf=pass',
    'Authentication-Results: "mx.rel\\ay.test"; spf=pass',
    'Authentication-Results: x; mx.relay.test; spf=pass',
    'Authentication-Results: mx.relay.test',
    'Authentication-Results: \uff4dx.relay\u3002test; spf=pass',
  ])('knows %j', (text) => {
    expect(claims(text)).toBe(true);
  });

  it.each([
    'Authentication-Results: mx.other.test; spf=pass',
    'Authentication-Results: notmx.relay.test; spf=pass',
    'Authentication-Results: mx.relay.test.evil.test; spf=pass',
    'Authentication-Results:',
    'ARC-Authentication-Results: i=1; mx.relay.test; spf=pass',
    'X-Results: mx.relay.test; spf=pass',
  ])('leaves %j', (text) => {
    expect(claims(text)).toBe(false);
  });

  it('is done with a megabyte', () => {
    expect(claims(`Authentication-Results: ${'(\\é '.repeat(100_000)}${'.'.repeat(400_000)}x`)).toBe(false);
  });
});
