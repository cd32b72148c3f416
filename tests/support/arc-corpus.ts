import type { ArcVerdict } from '#protocol/arc/verify-arc.ts';
import type { DkimResult } from '#protocol/dkim/check-signature.ts';
import type { CorpusKeys } from '#support/corpus-keys.ts';
import { corpusMessage } from '#support/dkim-corpus.ts';
import { joinParts, sealRaw, signRawDkim, type ArcTags, type RawParts } from '#support/sign-raw.ts';

/** One message and what must come of its chain. */
export interface ArcCase {
  readonly name: string;
  readonly message: Buffer;
  readonly dkim: readonly DkimResult[];
  readonly result: ArcVerdict['result'];
}

function edit(parts: RawParts, start: string, change: (field: string) => string): RawParts {
  return {
    ...parts,
    fields: parts.fields.map((field) => (field.startsWith(start) ? change(field) : field)),
  };
}

function change(parts: RawParts, start: string, from: string, to: string): RawParts {
  return edit(parts, start, (field) => field.replace(from, to));
}

function without(parts: RawParts, start: string): RawParts {
  return {
    ...parts,
    fields: parts.fields.filter((field) => !field.startsWith(start)),
  };
}

/** Another character in the middle of a signature. */
function flip(parts: RawParts, start: string): RawParts {
  return edit(parts, start, (field) =>
    field.replace(/ b=(.{20})(.)/, (_, kept: string, last: string) => ` b=${kept}${last === 'A' ? 'B' : 'A'}`),
  );
}

/** A list puts its name into the Subject and a footer below the text, and signs as itself. */
function throughList(parts: RawParts, { list }: CorpusKeys): RawParts {
  const changed = {
    fields: [...change(parts, 'Subject', 'the ', '[talk] the ').fields, 'List-Id: <talk.list.test>\r\n'],
    body: `${parts.body}-- \r\ntalk@list.test\r\n`,
  };
  const signature = signRawDkim(changed, list, { h: 'from:to:subject:date:list-id' });
  return sealRaw({ ...changed, fields: [signature, ...changed.fields] }, list);
}

/** Builds the ARC half of the corpus. */
export function makeArcCases(keys: CorpusKeys): ArcCase[] {
  const { author, hops, hop } = keys;
  const cases: ArcCase[] = [];
  const base: RawParts = {
    ...corpusMessage,
    fields: [signRawDkim(corpusMessage, author()), ...corpusMessage.fields],
  };
  const add = (name: string, parts: RawParts, result: ArcVerdict['result'], ...dkim: DkimResult[]): void => {
    cases.push({ name, message: joinParts(parts), result, dkim: dkim.length > 0 ? dkim : ['pass'] });
  };
  const chain = (count: number, odd: readonly ArcTags[] = []): RawParts => {
    let parts = base;
    for (const [index, signer] of hops.slice(0, count).entries()) parts = sealRaw(parts, signer, odd[index]);
    return parts;
  };

  add('no chain', base, 'none');
  for (const count of [1, 2, 3]) {
    add(`a chain of ${count}`, chain(count), 'pass');
    add(`a chain of ${count} under a changed body`, { ...chain(count), body: 'other\r\n' }, 'fail', 'fail');
    add(`a chain of ${count} under a changed Subject`, change(chain(count), 'Subject', 'the', 'a'), 'fail', 'fail');
    for (let instance = 1; instance <= count; instance += 1) {
      const what = `${instance} of ${count}`;
      add(`a broken seal ${what}`, flip(chain(count), `ARC-Seal: i=${instance}`), 'fail');
      add(`a broken signature ${what}`, flip(chain(count), `ARC-Message-Signature: i=${instance}`), 'fail');
      add(
        `changed results ${what}`,
        change(chain(count), `ARC-Authentication-Results: i=${instance}`, 'spf=pass', 'spf=fail'),
        'fail',
      );
      for (const name of ['ARC-Seal', 'ARC-Message-Signature', 'ARC-Authentication-Results']) {
        add(`no ${name} ${what}`, without(chain(count), `${name}: i=${instance}`), 'fail');
      }
    }
  }
  add('a first body that a second hop changed', sealRaw({ ...chain(1), body: 'other\r\n' }, keys.list), 'pass', 'fail');
  add('a field doubled', { ...base, fields: [chain(1).fields[0] ?? '', ...chain(1).fields] }, 'fail');
  add('a first set of cv=pass', chain(1, [{ seal: { cv: 'pass' } }]), 'fail');
  add('a second set of cv=none', chain(2, [{}, { seal: { cv: 'none' } }]), 'fail');
  add('a newest set of cv=fail', chain(2, [{}, { seal: { cv: 'fail' } }]), 'fail');
  add('cv= in capitals', chain(2, [{ seal: { cv: 'NONE' } }, { seal: { cv: 'Pass' } }]), 'pass');
  add('a seal without cv=', chain(1, [{ seal: { cv: null } }]), 'fail');
  add('a seal with h=', chain(1, [{ seal: { h: 'from' } }]), 'fail');
  add('a signature over a seal', chain(1, [{ signature: { h: 'from:arc-seal' } }]), 'fail');
  add('a signature without From', chain(1, [{ signature: { h: 'to:subject' } }]), 'fail');
  add('a signature in simple form', chain(1, [{ signature: { c: 'simple/simple' } }]), 'pass');
  add('a signature without c=', chain(1, [{ signature: { c: null } }]), 'pass');
  add('a signature of part of the body', chain(1, [{ signature: { l: '10' } }]), 'fail');
  add('an expired signature', chain(1, [{ signature: { x: '1700000000' } }]), 'fail');
  for (const i of ['0', '2', '51', '1x', '']) {
    const results = `ARC-Authentication-Results: i=${i}; hop1.test; spf=pass\r\n`;
    add(`an instance of "${i}"`, chain(1, [{ results, signature: { i }, seal: { i } }]), 'fail');
  }
  const commented = 'ARC-Authentication-Results: (x) i=1 (y); hop1.test; spf=pass\r\n';
  add('results with comments', chain(1, [{ results: commented }]), 'pass');
  add('a seal with another algorithm', chain(1, [{ seal: { a: 'rsa-sha1' } }]), 'fail');
  add('a seal with a tag twice', change(chain(1), 'ARC-Seal', 'cv=none', 'cv=none; cv=none'), 'fail');
  add('a key of 512 bits', sealRaw(base, hop('weak')), 'fail');
  add('a key that is not there', sealRaw(base, hop('absent')), 'fail');
  add('a key that DNS does not tell', sealRaw(base, hop('trouble')), 'temperror');
  add('an older key that DNS does not tell', sealRaw(sealRaw(base, hop('trouble')), keys.list), 'temperror');
  add('list mail', throughList(base, keys), 'pass', 'pass', 'fail');
  add('list mail after a hop', throughList(chain(1), keys), 'pass', 'pass', 'fail');
  add('list mail without a seal', without(throughList(base, keys), 'ARC-'), 'none', 'pass', 'fail');

  let long = base;
  for (let count = 0; count < 50; count += 1) long = sealRaw(long, hops[1] ?? keys.list);
  add('a chain of 50', long, 'pass');
  add('a chain of 51', sealRaw(long, hops[1] ?? keys.list), 'fail');
  return cases;
}
