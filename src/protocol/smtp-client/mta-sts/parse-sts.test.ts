import { describe, expect, it } from 'vitest';
import { allowsStsHost, parseStsPolicy, parseStsRecord } from '#protocol/smtp-client/mta-sts/parse-sts.ts';

describe('parseStsRecord', () => {
  it.each([
    [['v=STSv1; id=20160831085700Z;'], '20160831085700Z'],
    [['v=STSv1;id=a'], 'a'],
    [['something else', 'v=STSv1; x=y; id=abc123 ;'], 'abc123'],
    [['v=STSv1; id=one', 'v=STSv1; id=two'], null],
    [['v=STSv1; id='], null],
    [['v=STSv1; id=not-allowed'], null],
    [[`v=STSv1; id=${'a'.repeat(33)}`], null],
    [['id=abc; v=STSv1'], null],
    [[], null],
  ])('reads %j as %j', (records, id) => {
    expect(parseStsRecord(records)).toBe(id);
  });
});

function policyText(...lines: string[]): string {
  return `version: STSv1\r\n${lines.join('\r\n')}\r\n`;
}

describe('parseStsPolicy', () => {
  it('reads a policy with either line end, in any order, and skips what it does not know', () => {
    const policy = { mode: 'enforce', hosts: ['mail.example.com', '*.example.net'], maxAgeSeconds: 604_800 };
    const text = policyText('mode: enforce', 'mx: mail.example.com', 'mx: *.Example.net', 'max_age: 604800');
    expect(parseStsPolicy(text)).toEqual(policy);
    expect(parseStsPolicy(text.replaceAll('\r\n', '\n'))).toEqual(policy);
    expect(parseStsPolicy(`future: x\n${text}`)).toEqual(policy);
  });

  it('takes the first of a field that stands twice', () => {
    expect(parseStsPolicy(policyText('mode: testing', 'mode: enforce', 'mx: a.example', 'max_age: 1'))?.mode).toBe(
      'testing',
    );
  });

  it('keeps nothing longer than a year', () => {
    expect(parseStsPolicy(policyText('mode: none', 'max_age: 9999999999'))?.maxAgeSeconds).toBe(31_557_600);
  });

  it.each([
    ['another version', 'version: STSv2\nmode: enforce\nmx: a.example\nmax_age: 1'],
    ['no version', 'mode: enforce\nmx: a.example\nmax_age: 1'],
    ['an unknown mode', policyText('mode: strict', 'mx: a.example', 'max_age: 1')],
    ['no host', policyText('mode: enforce', 'max_age: 1')],
    ['a host that is none', policyText('mode: enforce', 'mx: a.*.example', 'max_age: 1')],
    ['an age that is no number', policyText('mode: enforce', 'mx: a.example', 'max_age: -1')],
    ['endless hosts', policyText('mode: enforce', ...Array.from({ length: 201 }, () => 'mx: a.example'), 'max_age: 1')],
    ['a web page', '<!doctype html><html></html>'],
  ])('refuses %s', (_name, text) => {
    expect(parseStsPolicy(text)).toBeNull();
  });
});

describe('allowsStsHost', () => {
  const policy = { mode: 'enforce', hosts: ['mx.example.com', '*.example.net'], maxAgeSeconds: 1 } as const;

  it.each([
    ['mx.example.com', true],
    ['other.example.com', false],
    ['a.example.net', true],
    ['a.b.example.net', false],
    ['example.net', false],
    ['xexample.net', false],
  ])('says of %s: %s', (host, allowed) => {
    expect(allowsStsHost(policy, host)).toBe(allowed);
  });
});
