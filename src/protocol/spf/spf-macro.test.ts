import { describe, expect, it } from 'vitest';
import { expandDomainSpec, isMacroString, parseDomainSpec, type MacroValues } from '#protocol/spf/spf-macro.ts';

const sender = 'email.example.com';
const values: MacroValues = {
  s: `strong-bad@${sender}`,
  l: 'strong-bad',
  o: sender,
  d: sender,
  i: '192.0.2.3',
  h: 'mail.example.com',
  v: 'in-addr',
  p: async () => 'mx.example.org',
};
const v6 = {
  ...values,
  i: '2.0.0.1.0.d.b.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.c.b.0.1',
  v: 'ip6',
};

async function expand(text: string, given: MacroValues = values): Promise<string | null> {
  const spec = parseDomainSpec(text);
  return spec === null ? null : expandDomainSpec(spec, given);
}

describe('expandDomainSpec', () => {
  it.each([
    ['%{s}', 'strong-bad@email.example.com'],
    ['%{o}', 'email.example.com'],
    ['%{d}', 'email.example.com'],
    ['%{d4}', 'email.example.com'],
    ['%{d3}', 'email.example.com'],
    ['%{d2}', 'example.com'],
    ['%{d1}', 'com'],
    ['%{dr}', 'com.example.email'],
    ['%{d2r}', 'example.email'],
    ['%{l}', 'strong-bad'],
    ['%{l-}', 'strong.bad'],
    ['%{lr}', 'strong-bad'],
    ['%{lr-}', 'bad.strong'],
    ['%{l1r-}', 'strong'],
    ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.example.com'],
    ['%{lr-}.lp._spf.%{d2}', 'bad.strong.lp._spf.example.com'],
    ['%{lr-}.lp.%{ir}.%{v}._spf.%{d2}', 'bad.strong.lp.3.2.0.192.in-addr._spf.example.com'],
    ['%{ir}.%{v}.%{l1r-}.lp._spf.%{d2}', '3.2.0.192.in-addr.strong.lp._spf.example.com'],
    ['%{d2}.trusted-domains.example.net', 'example.com.trusted-domains.example.net'],
  ])('expands %s as RFC 7208 §7.4 shows it', async (text, name) => {
    expect(await expand(text)).toBe(name);
  });

  it('expands an IPv6 address as RFC 7208 §7.4 shows it', async () => {
    expect(await expand('%{ir}.%{v}._spf.%{d2}', v6)).toBe(
      '1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6._spf.example.com',
    );
  });

  it('decodes the escapes, escapes what is in capitals and drops a trailing dot', async () => {
    expect(await expand('%{p}.a%%b%_c%-d.example.')).toBe('mx.example.org.a%b c%20d.example');
    expect(await expand('%{L}.example', { ...values, l: "a+b'~c%é" })).toBe('a%2Bb%27~c%25%C3%A9.example');
  });

  it('cuts a name that is too long on its left, label by label', async () => {
    const name = (await expand('%{l}.%{l}.%{l}.%{l}.%{l}.x.example', { ...values, l: 'y'.repeat(60) })) ?? '';
    expect(name).toBe(`${`${'y'.repeat(60)}.`.repeat(4)}x.example`);
  });
});

describe('parseDomainSpec', () => {
  it.each([
    '',
    'example',
    'example.',
    'a.123',
    'a.-b',
    'a.b-',
    '%',
    '%{x}.a.example',
    '%{d0}',
    '%{d',
    '%{d2rr}',
    '%{d.2}',
    '%a.example',
    'a b.example',
    'é.example',
    '%{c}.example',
    '%{t}.example',
    '%{d}.',
    '%{d}example',
  ])('refuses %j', (text) => {
    expect(parseDomainSpec(text)).toBeNull();
  });

  it.each(['a.example', 'a.example.', '_spf.a-b.x1', '%{d}', 'a.%{d}', '%%', 'a%_'])('takes %s', (text) => {
    expect(parseDomainSpec(text)).not.toBeNull();
  });
});

describe('isMacroString', () => {
  it('allows the letters of explanations and nothing at all', () => {
    expect(['', '%{c}%{r}%{t}', 'anything/at:all'].map(isMacroString)).toEqual([true, true, true]);
    expect(['%', '%{z}', '%{c0}'].map(isMacroString)).toEqual([false, false, false]);
  });
});
