import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';

const plain = { psd: 'u', testing: false, strictDkim: false, strictSpf: false };
function policies(own: string, sub = own, missing = sub) {
  return { ...plain, policies: { own, sub, missing } };
}

describe('findDmarcRecord', () => {
  it.each([
    ['v=DMARC1; p=reject', policies('reject')],
    ['v=DMARC1;p=none;', policies('none')],
    [' V = DMARC1 ; p = Quarantine ; unknown=x', policies('quarantine')],
    ['v=DMARC1; p=reject; sp=quarantine', policies('reject', 'quarantine')],
    ['v=DMARC1; p=reject; np=none', policies('reject', 'reject', 'none')],
    ['v=DMARC1; p=none; sp=quarantine; np=reject', policies('none', 'quarantine', 'reject')],
    // RFC 9989 §4.10.1: no usable policy, but reports are wanted.
    ['v=DMARC1; rua=mailto:a@b.example', { ...policies('none'), rua: 'mailto:a@b.example' }],
    [
      'v=DMARC1; p=reject; sp=maybe; rua=mailto:a@b.example!10m',
      { ...policies('none'), rua: 'mailto:a@b.example!10m' },
    ],
    ['v=DMARC1; p=reject; sp=maybe', { ...plain, policies: null }],
    ['v=DMARC1; p=maybe; rua=a@b.example', { ...plain, policies: null, rua: 'a@b.example' }],
    ['v=DMARC1', { ...plain, policies: null }],
    // RFC 9989 §4.8: what follows no syntax is ignored, the rest counts.
    ['v=DMARC1; p=reject;; rua=mailto:a@b.example', { ...policies('reject'), rua: 'mailto:a@b.example' }],
    ['v=DMARC1; p=reject; mailto:a@b.example', policies('reject')],
    ['v=DMARC1; p=reject; sp', policies('reject')],
    [
      'v=DMARC1; p=reject; rua=mailto:a@b.example; rua=mailto:c@d.example',
      { ...policies('reject'), rua: 'mailto:a@b.example' },
    ],
    ['v=DMARC1; p=reject; x-1=2', policies('reject')],
    ['v=DMARC1; P=reject; SP=none', policies('reject', 'none')],
    ['v=DMARC1; p=reject; p=none', policies('reject')],
    ['v=DMARC1; reject', { ...plain, policies: null }],
    [`v=DMARC1; p=reject${';'.repeat(10_000)}`, policies('reject')],
  ])('reads %j', (text, record) => {
    expect(findDmarcRecord([text])).toEqual(record);
  });

  it('reads the flags', () => {
    expect(findDmarcRecord(['v=DMARC1; p=none; psd=Y; t=y; adkim=S; aspf=s'])).toMatchObject({
      psd: 'y',
      testing: true,
      strictDkim: true,
      strictSpf: true,
    });
    expect(findDmarcRecord(['v=DMARC1; p=none; psd=u; t=n; adkim=r; aspf=x'])).toMatchObject(plain);
  });

  it.each([
    ['another version', ['v=DMARC2; p=reject']],
    ['the version in small letters', ['v=dmarc1; p=reject']],
    ['the version not in front', ['p=reject; v=DMARC1']],
    ['two records', ['v=DMARC1; p=reject', 'v=DMARC1; p=none']],
    ['no record', ['something else']],
  ])('finds none in %s', (_, texts) => {
    expect(findDmarcRecord(texts)).toBeNull();
  });

  it('reads the same whatever stands between its tags', () => {
    const junk = fc.string({ maxLength: 30 }).filter((text) => !/[;=]/.test(text));
    const tags = ['p=reject', 'sp=quarantine', 'np=none', 't=y', 'adkim=s'];
    fc.assert(
      fc.property(
        fc.array(junk, { maxLength: 90 }),
        fc.shuffledSubarray(tags, { minLength: 5 }),
        (between, shuffled) => {
          const [half, ...rest] = [Math.floor(between.length / 2), ...shuffled];
          const text = ['v=DMARC1', ...between.slice(0, half), ...rest, ...between.slice(half)].join(';');
          expect(findDmarcRecord([text])).toEqual(findDmarcRecord([`v=DMARC1; ${tags.join('; ')}`]));
        },
      ),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(findDmarcRecord([`v=DMARC1;${text}`])).not.toBeNull();
      }),
    );
  });

  it('finds the record among others', () => {
    expect(findDmarcRecord(['v=spf1 -all', 'v=DMARC1; p=reject'])).toEqual(policies('reject'));
  });
});
