import { describe, expect, it } from 'vitest';
import { findDmarcRecord } from '#mail/authenticity/dmarc-record.ts';

const plain = { psd: 'u', testing: false, strictDkim: false, strictSpf: false };
const policies = (own: string, sub = own, missing = sub) => ({ ...plain, policies: { own, sub, missing } });

describe('findDmarcRecord', () => {
  it.each([
    ['v=DMARC1; p=reject', policies('reject')],
    ['v=DMARC1;p=none;', policies('none')],
    [' V = DMARC1 ; p = Quarantine ; unknown=x', policies('quarantine')],
    ['v=DMARC1; p=reject; sp=quarantine', policies('reject', 'quarantine')],
    ['v=DMARC1; p=reject; np=none', policies('reject', 'reject', 'none')],
    ['v=DMARC1; p=none; sp=quarantine; np=reject', policies('none', 'quarantine', 'reject')],
    // RFC 9989 §4.10.1: no usable policy, but reports are wanted.
    ['v=DMARC1; rua=mailto:a@b.example', policies('none')],
    ['v=DMARC1; p=reject; sp=maybe; rua=mailto:a@b.example!10m', policies('none')],
    ['v=DMARC1; p=reject; sp=maybe', { ...plain, policies: null }],
    ['v=DMARC1; p=maybe; rua=a@b.example', { ...plain, policies: null }],
    ['v=DMARC1', { ...plain, policies: null }],
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
    ['a tag that stands twice', ['v=DMARC1; p=reject; p=none']],
    ['what is no list of tags', ['v=DMARC1; reject']],
    ['two records', ['v=DMARC1; p=reject', 'v=DMARC1; p=none']],
    ['no record', ['something else']],
  ])('finds none in %s', (_, texts) => {
    expect(findDmarcRecord(texts)).toBeNull();
  });

  it('finds the record among others', () => {
    expect(findDmarcRecord(['v=spf1 -all', 'v=DMARC1; p=reject'])).toEqual(policies('reject'));
  });
});
