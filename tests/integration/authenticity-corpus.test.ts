import { arc } from 'mailauth/lib/arc/index.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { verifyArc } from '#protocol/arc/verify-arc.ts';
import { verifyDkim } from '#protocol/dkim/verify-dkim.ts';
import type { DnsAnswer } from '#protocol/dns/resolver.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { makeArcCases } from '#support/arc-corpus.ts';
import { makeCorpusKeys } from '#support/corpus-keys.ts';
import { corpusTime, makeDkimCases } from '#support/dkim-corpus.ts';

const keys = makeCorpusKeys();
const { zone } = keys;
const dkimCases = makeDkimCases(keys);
const arcCases = makeArcCases(keys);

/** Where we leave the standard. */
const dnsTrouble = 'RFC 8617 §5.2.1 would make it fail; DNS trouble is never a 550 of ours, so the sender comes again';

/** Where we are stricter. */
const partOfBody = 'RFC 6376 §8.2, RFC 8601 §2.7.1: what l= leaves out is what an attacker adds, so it is our policy';

/** Where the other implementation says something else, and what makes ours right, or why we want it so. */
const differences: Readonly<Record<string, { readonly theirs: readonly string[]; readonly because: string }>> = {
  'the key twisted': {
    theirs: ['neutral'],
    because:
      'RFC 6376 §6.1.2 step 4: of several records a verifier may take any; they take the first, we the first key',
  },
  'l= of more than the body': {
    theirs: ['pass'],
    because: 'RFC 6376 §3.5, l=: must not be larger than the number of octets in the canonical body',
  },
  'l= of less than the body': { theirs: ['pass'], because: partOfBody },
  'l=0': { theirs: ['pass'], because: partOfBody },
  'l= and more at the end': { theirs: ['pass'], because: partOfBody },
  'l= and another beginning': { theirs: ['fail'], because: partOfBody },
  'four limits and forms at once': { theirs: Array<string>(4).fill('pass'), because: partOfBody },
  'a b= that is not base64': {
    theirs: ['pass'],
    because: 'RFC 6376 §2.10, §3.5: b= is base64 and nothing else; §6.1.1: what does not follow the syntax is ignored',
  },
  'twelve signatures': {
    theirs: Array<string>(12).fill('pass'),
    because: 'RFC 6376 §6.1, §8.4: a verifier may limit the number of signatures it tries',
  },
  'a signature of part of the body': { theirs: ['pass'], because: partOfBody },
  'a key that DNS does not tell': {
    theirs: ['fail'],
    because: dnsTrouble,
  },
  'an older key that DNS does not tell': {
    theirs: ['fail'],
    because: dnsTrouble,
  },
};

const context = {
  clock: { now: () => corpusTime.getTime() },
  resolver: {
    txt: (name: string): Promise<DnsAnswer<string>> => {
      const record = zone[name];
      if (record === undefined) return Promise.resolve({ kind: 'no-name' });
      if (record === 'servfail') return Promise.resolve({ kind: 'trouble' });
      return Promise.resolve({ kind: 'found', records: [record].flat(), authenticated: false });
    },
  },
};

function theirResolver(name: string): Promise<string[][]> {
  const record = zone[name.toLowerCase()];
  if (record === undefined || record === 'servfail') {
    return Promise.reject(Object.assign(new Error('DNS'), { code: record === undefined ? 'ENOTFOUND' : 'ESERVFAIL' }));
  }
  return Promise.resolve([record].flat().map((text) => text.match(/.{1,255}/g) ?? ['']));
}

function inputOf(content: Buffer) {
  const message = parseMessage(content);
  return { message, hashes: createBodyHashes(message.body), localKey: () => null };
}

async function askThem(content: Buffer) {
  const verified = await dkimVerify(content, { resolver: theirResolver, curTime: corpusTime, strict: true });
  const data = { ...verified.arc, chain: verified.arc?.chain || [] };
  const chain = await arc(data, { resolver: theirResolver, strict: true });
  const dkim = verified.results.map(({ status }) => status.result).filter((result) => result !== 'none');
  return { dkim, arc: [chain.status.result] };
}

describe('the corpus', () => {
  it('has a few hundred messages of different names', () => {
    const names = [...dkimCases, ...arcCases].map(({ name }) => name);
    expect(names.length).toBeGreaterThan(200);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(differences).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.values(differences).filter(({ because }) => !/RFC \d+ §/.test(because))).toEqual([]);
  });
});

describe('DKIM', () => {
  it.each(dkimCases)('$name', async ({ name, message, results }) => {
    const ours = (await verifyDkim(context, inputOf(message))).map(({ result }) => result);
    expect(ours).toEqual(results);
    const theirs = (await askThem(message)).dkim;
    expect(theirs).toEqual(differences[name]?.theirs ?? ours);
    // A difference that is gone must leave the list.
    if (name in differences) expect(theirs).not.toEqual(ours);
  });
});

describe('ARC', () => {
  it.each(arcCases)('$name', async ({ name, message, result, dkim }) => {
    const input = inputOf(message);
    const [chain, signatures] = await Promise.all([verifyArc(context, input), verifyDkim(context, input)]);
    expect(chain.result).toBe(result);
    expect(signatures.map((signature) => signature.result)).toEqual(dkim);
    const theirs = await askThem(message);
    expect(theirs.arc).toEqual(differences[name]?.theirs ?? [result]);
    if (name in differences) expect(theirs.arc).not.toEqual([result]);
    expect(theirs.dkim).toEqual(dkim);
  });
});
