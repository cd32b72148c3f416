import { describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import type { SpfVerdict } from '#protocol/spf/check-spf.ts';
import { mayProveLater, provesOwner, type OwnerProof } from '#mail/judge/prove-owner.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

const token = 'abcdefghijklmnopqrstuvwxyz';
const other = 'zyxwvutsrqponmlkjihgfedcba';
const author = 'ann@office.example';

const signature: DkimVerdict = {
  result: 'pass',
  domain: 'office.example',
  selector: 's',
  algorithm: 'rsa-sha256',
  signaturePrefix: 'abcd',
  signedFields: ['from', 'to', 'cc', 'subject'],
  comment: null,
};

const spf: SpfVerdict = { result: 'pass', domain: 'office.example', scope: 'mailfrom' };

function authentication(changes: Partial<Authentication> = {}): Authentication {
  return {
    spf: { ...spf, result: 'none' },
    dkim: [signature],
    dmarc: { result: 'none', domain: 'office.example', policy: null, spfAligned: false, dkimAligned: null },
    arc: { result: 'none', instance: 0, sealers: [], comment: null },
    ...changes,
  };
}

function prove(changes: Partial<OwnerProof> & { fields?: readonly string[] } = {}): boolean {
  const { fields = [`To: Bob <reply=${token}@kauke.test>`], ...rest } = changes;
  const header = ['From: Ann <ann@office.example>', ...fields].join('\r\n');
  return provesOwner({
    message: parseMessage(Buffer.from(`${header}\r\n\r\nx`)),
    author,
    reversePath: author,
    authentication: authentication(),
    spfReplies: false,
    addresses: [`reply=${token}@kauke.test`],
    ...rest,
  });
}

function signed(changes: Partial<DkimVerdict>): boolean {
  return prove({ authentication: authentication({ dkim: [{ ...signature, ...changes }] }) });
}

describe('the proof of an owner', () => {
  it('is a signature of the very domain of From over From, To and Cc', () => {
    expect(prove()).toBe(true);
    expect(prove({ fields: [`Cc: x@y.example, reply=${token.toUpperCase()}@Kauke.test`] })).toBe(true);
    expect(prove({ fields: [`To: ${writeReverseName(token, 'plain').toUpperCase()}@Kauke.test`] })).toBe(true);
    expect(prove({ fields: [`To: ${writeReverseName(other, 'plain')}@kauke.test`] })).toBe(false);
  });

  it.each<[string, Partial<DkimVerdict>]>([
    ['failed', { result: 'fail' }],
    ['could not be checked', { result: 'temperror' }],
    ['is of a parent domain', { domain: 'example' }],
    ['is of a subdomain', { domain: 'mail.office.example' }],
    ['is of nobody', { domain: null }],
    ['leaves a part of the body out', { result: 'policy' }],
    ['leaves From out', { signedFields: ['to', 'cc'] }],
    ['leaves To out', { signedFields: ['from', 'cc'] }],
  ])('is no signature that %s', (_, changes) => {
    expect(signed(changes)).toBe(false);
  });

  it('is a signature that need not cover a Cc which is not there, but must cover one that is', () => {
    const dkim = [{ ...signature, signedFields: ['from', 'to'] }];
    expect(prove({ authentication: authentication({ dkim }) })).toBe(true);
    const fields = [`To: reply=${token}@kauke.test`, 'Cc: x@y.example'];
    expect(prove({ authentication: authentication({ dkim }), fields })).toBe(false);
  });

  it('covers every To there is', () => {
    const fields = ['To: x@y.example', `To: reply=${token}@kauke.test`];
    expect(prove({ fields })).toBe(false);
    const dkim = [{ ...signature, signedFields: ['from', 'to', 'to'] }];
    expect(prove({ fields, authentication: authentication({ dkim }) })).toBe(true);
  });

  it('names every reverse address of the envelope, so that nobody can send the message on to others', () => {
    expect(prove({ fields: ['To: x@y.example'] })).toBe(false);
    expect(prove({ fields: [`To: "reply=${token}@kauke.test" <x@y.example>`] })).toBe(false);
    const both = [`reply=${token}@kauke.test`, 'my-alias+bob=b.example@kauke.test'];
    expect(prove({ addresses: both })).toBe(false);
    const fields = [`To: reply=${token}@kauke.test`, 'Cc: "My-Alias+Bob=b.example"@Kauke.test'];
    expect(prove({ addresses: both, fields })).toBe(true);
    expect(prove({ fields: [`To: reply=${token}@mask.test`] })).toBe(false);
  });

  it('is one good signature among bad ones', () => {
    const dkim = [{ ...signature, result: 'fail' as const }, signature];
    expect(prove({ authentication: authentication({ dkim }) })).toBe(true);
  });

  it('is strict SPF alone where the owner allows it, and nowhere else', () => {
    const bySpf = (changes: Partial<SpfVerdict>, more: Partial<OwnerProof> = {}): boolean =>
      prove({ spfReplies: true, authentication: authentication({ dkim: [], spf: { ...spf, ...changes } }), ...more });
    expect(bySpf({})).toBe(true);
    expect(bySpf({}, { spfReplies: false })).toBe(false);
    expect(bySpf({ result: 'softfail' })).toBe(false);
    expect(bySpf({ scope: 'helo' })).toBe(false);
    expect(bySpf({ domain: 'mail.office.example' })).toBe(false);
    expect(bySpf({}, { reversePath: 'eve@office.example' })).toBe(false);
    expect(bySpf({}, { reversePath: '' })).toBe(false);
    expect(bySpf({}, { reversePath: 'not an address' })).toBe(false);
    expect(bySpf({}, { addresses: [`reply=${other}@kauke.test`] })).toBe(false);
  });

  it.each([
    ['ANN@Office.Example', true],
    ['prvs=0123abcdef=ann@office.example', true],
    ['PRVS=0123ABCDEF=Ann@office.example', true],
    ['btv1==0123abcdef==ann@office.example', true],
    // Whoever writes chooses it, and nothing says that it is the same mailbox.
    ['ann+b@office.example', false],
    ['prvs=0123abcdef=eve@office.example', false],
    ['prvs=0123abcdef=ann@mail.office.example', false],
    ['prvs=0123abcdef=@office.example', false],
    ['prvs==ann@office.example', false],
    ['prvs=0123abcdef=prvs=0123abcdef=ann@office.example', false],
    ['"prvs=0123abcdef=ann"@office.example', true],
    ['eve@evil.example=ann@office.example', false],
  ])('is SPF alone with the sender %s: %s', (reversePath, proven) => {
    const found = { spfReplies: true, authentication: authentication({ dkim: [], spf }) };
    expect(prove({ ...found, reversePath })).toBe(proven);
  });

  it('may come later when DNS did not answer for the domain of From', () => {
    const later = (changes: Partial<Authentication>): boolean => mayProveLater(authentication(changes), author);
    const silent = { ...signature, result: 'temperror' as const };
    expect(later({ dkim: [silent] })).toBe(true);
    expect(later({ dkim: [{ ...silent, domain: null }] })).toBe(true);
    expect(later({ dkim: [], spf: { ...spf, result: 'temperror' } })).toBe(true);
    expect(later({ dkim: [{ ...silent, domain: 'list.example' }] })).toBe(false);
    expect(later({ dkim: [silent, signature] })).toBe(false);
    expect(later({ dkim: [] })).toBe(false);
  });
});
