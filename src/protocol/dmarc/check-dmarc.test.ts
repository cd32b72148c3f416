import fc from 'fast-check';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DkimResult } from '#protocol/dkim/check-signature.ts';
import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import type { SpfResult, SpfVerdict } from '#protocol/spf/check-spf.ts';
import { checkDmarc } from '#protocol/dmarc/check-dmarc.ts';
import { walkDmarcTree } from '#protocol/dmarc/walk-dmarc-tree.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { createOracleResolver } from '#support/dns-oracle.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer, type DnsZone } from '#support/dns-server.ts';

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.close());

function fresh(): Resolver {
  return resolverOf(dns);
}

function spf(domain: string | null, result: SpfResult = 'pass'): SpfVerdict {
  return { domain, result, scope: 'mailfrom' };
}
function dkim(domain: string | null, result: DkimResult = 'pass'): DkimVerdict {
  return {
    domain,
    result,
    selector: 's',
    algorithm: 'rsa-sha256',
    signaturePrefix: 'abc',
    signedFields: ['from'],
    comment: null,
  };
}
function record(text: string) {
  return { TXT: [`v=DMARC1; ${text}`] };
}

function check(domain: string, spfVerdict: SpfVerdict = spf(null, 'none'), ...signatures: DkimVerdict[]) {
  return checkDmarc({ resolver: fresh() }, { domain, spf: spfVerdict, dkim: signatures });
}

describe('checkDmarc', () => {
  it('passes by SPF or by DKIM in alignment, and fails without', async () => {
    dns.add({ '_dmarc.one.example': record('p=reject') });
    expect(await check('one.example', spf('one.example'))).toEqual({
      result: 'pass',
      domain: 'one.example',
      policy: 'reject',
      spfAligned: true,
      dkimAligned: null,
    });
    expect(await check('one.example', spf('x.other'), dkim('other.test'), dkim('mail.one.example'))).toEqual({
      result: 'pass',
      domain: 'one.example',
      policy: 'reject',
      spfAligned: false,
      dkimAligned: 'mail.one.example',
    });
    const failed = { result: 'fail', policy: 'reject', spfAligned: false, dkimAligned: null };
    expect(await check('one.example', spf('one.example', 'fail'), dkim('one.example', 'fail'))).toMatchObject(failed);
    expect(await check('one.example', spf('two.example'), dkim('example'))).toMatchObject(failed);
  });

  it('asks for the very domain where alignment is strict', async () => {
    dns.add({ '_dmarc.strict.example': record('p=reject; adkim=s; aspf=s') });
    expect(await check('strict.example', spf('mail.strict.example'), dkim('mail.strict.example'))).toMatchObject({
      result: 'fail',
    });
    expect(await check('strict.example', spf(null, 'none'), dkim('strict.example'))).toMatchObject({ result: 'pass' });
  });

  it('takes sp for subdomains, np for those that do not exist, and one level less in a test', async () => {
    dns.add({
      '_dmarc.sub.example': record('p=none; sp=quarantine; np=reject'),
      'there.sub.example': { MX: [] },
      'alias.sub.example': { CNAME: 'gone.example' },
      '_dmarc.test.example': record('p=reject; sp=quarantine; np=none; t=y'),
      'there.test.example': { A: ['192.0.2.1'] },
    });
    const policyOf = async (domain: string) => (await check(domain)).policy;
    expect(await policyOf('sub.example')).toBe('none');
    expect(await policyOf('there.sub.example')).toBe('quarantine');
    expect(await policyOf('alias.sub.example')).toBe('quarantine');
    expect(await policyOf('gone.sub.example')).toBe('reject');
    expect(await policyOf('test.example')).toBe('quarantine');
    expect(await policyOf('there.test.example')).toBe('none');
  });

  it('finds the organization below a public suffix, and its own policy before that of the suffix', async () => {
    dns.add({
      '_dmarc.psd': record('p=reject; psd=y'),
      '_dmarc.owner.psd': record('p=quarantine'),
      '_dmarc.free.owner.psd': record('p=none; psd=n'),
    });
    expect(await check('a.b.psd', spf('c.b.psd'))).toMatchObject({ result: 'pass', policy: 'reject' });
    expect(await check('b.psd', spf('c.psd'))).toMatchObject({ result: 'fail', policy: 'reject' });
    expect(await check('x.owner.psd', spf('owner.psd'))).toMatchObject({ result: 'pass', policy: 'quarantine' });
    expect(await check('x.free.owner.psd', spf('owner.psd'))).toMatchObject({ result: 'fail', policy: 'none' });
    expect(await check('psd', spf('owner.psd'))).toMatchObject({ result: 'fail' });
  });

  it('tells alignment where nobody published anything, by equal names alone', async () => {
    const none = { result: 'none', policy: null, dkimAligned: null };
    expect(await check('quiet.test', spf('quiet.test'))).toMatchObject({ ...none, spfAligned: true });
    expect(await check('quiet.test', spf('mail.quiet.test'))).toMatchObject({ ...none, spfAligned: false });
    expect(await check('[192.0.2.1]')).toMatchObject({ ...none, spfAligned: false });
  });

  it('asks eight times at most', async () => {
    const labels = Array.from({ length: 30 }, (_, index) => `l${index}`);
    const before = dns.questions.length;
    await walkDmarcTree(fresh(), `${labels.join('.')}.deep.example`);
    const asked = dns.questions.slice(before);
    expect(asked).toHaveLength(8);
    expect(asked[1]).toBe('TXT _dmarc.l25.l26.l27.l28.l29.deep.example');
    expect(asked.at(-1)).toBe('TXT _dmarc.example');
  });

  it('says temperror where DNS hides the record, what might align, or which policy holds', async () => {
    dns.add({
      '_dmarc.hidden.example': 'servfail',
      '_dmarc.known.example': record('p=reject'),
      '_dmarc.mail.known.example': 'servfail',
      '_dmarc.half.example': record('p=reject; np=none'),
      'x.half.example': 'servfail',
    });
    const trouble = { result: 'temperror', spfAligned: false, dkimAligned: null };
    expect(await check('hidden.example')).toMatchObject({ ...trouble, policy: null });
    expect(await check('hidden.example', spf('hidden.example'))).toMatchObject({
      result: 'temperror',
      spfAligned: true,
    });
    expect(await check('known.example', spf('mail.known.example'))).toMatchObject({ ...trouble, policy: 'reject' });
    expect(await check('known.example', spf('known.example', 'temperror'))).toMatchObject({
      ...trouble,
      policy: 'reject',
    });
    expect(await check('known.example', spf(null, 'none'), dkim('other.test', 'temperror'))).toMatchObject({
      result: 'fail',
    });
    expect(await check('x.half.example')).toMatchObject({ ...trouble, policy: null });
    // What passes needs no more answers.
    expect(await check('known.example', spf('mail.known.example'), dkim('known.example'))).toMatchObject({
      result: 'pass',
    });
  });
});

const parents = ['psd', 'org.psd', 'a.org.psd', 'b.a.org.psd', 'c.org.psd', 'other'];
const tags = fc.record({
  p: fc.constantFrom('p=none', 'p=reject', 'p=quarantine', 'p=odd', ''),
  sp: fc.constantFrom('', '', 'sp=reject', 'sp=none', 'sp=odd'),
  np: fc.constantFrom('', '', 'np=reject', 'np=none'),
  psd: fc.constantFrom('', '', '', 'psd=y', 'psd=n', 'psd=u'),
  t: fc.constantFrom('', '', 't=y'),
  adkim: fc.constantFrom('', '', 'adkim=s'),
  aspf: fc.constantFrom('', '', 'aspf=s'),
  rua: fc.constantFrom('', 'rua=mailto:a@b.example'),
});
const text = tags.map((all) => ['v=DMARC1', ...Object.values(all).filter((tag) => tag !== '')].join('; '));
const entry = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 5, arbitrary: text.map((one) => ({ TXT: [one] })) },
  { weight: 1, arbitrary: fc.tuple(text, text).map((two) => ({ TXT: two })) },
);
const domain = fc.constantFrom(...parents);

describe('checkDmarc and mailauth', () => {
  it('agree on generated trees of records and identifiers', async () => {
    const results = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...parents.map(() => entry)),
        domain,
        fc.option(domain),
        fc.array(domain, { maxLength: 2 }),
        fc.boolean(),
        async (entries, author, spfDomain, dkimDomains, exists) => {
          const zone: DnsZone = Object.fromEntries(
            parents.map((name, index) => [`_dmarc.${name}`, entries[index] ?? { TXT: [] }]),
          );
          if (exists) zone[author] = { A: ['192.0.2.1'] };
          dns.replace(zone);
          const spfVerdict = spf(spfDomain, spfDomain === null ? 'none' : 'pass');
          const ours = await check(author, spfVerdict, ...dkimDomains.map((each) => dkim(each)));
          const theirs = await dmarc({
            headerFrom: `a@${author}`,
            spfDomains: spfDomain === null ? [] : [spfDomain],
            dkimDomains: dkimDomains.map((each) => ({ domain: each })),
            resolver: createOracleResolver(zone),
            strict: true,
          });
          if (theirs === false) throw new Error('the author has one domain');
          results.add(ours.result);
          expect(ours.result).toBe(theirs.status.result);
          // Theirs tells alignment and policy only where there is a record.
          if (ours.result === 'none') return;
          expect(ours.policy).toBe(theirs.policy);
          expect(ours.spfAligned).toBe(theirs.alignment?.spf.result !== undefined);
          expect(ours.dkimAligned ?? undefined).toBe(theirs.alignment?.dkim.result);
        },
      ),
      { numRuns: 300, seed: 9989 },
    );
    expect([...results].toSorted()).toEqual(['fail', 'none', 'pass']);
  });
});
