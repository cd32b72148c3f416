import { createPrivateKey } from 'node:crypto';
import { arc, sealMessage } from 'mailauth/lib/arc/index.js';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { sealArc } from '#protocol/arc/seal-arc.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import { verifyArc } from '#protocol/arc/verify-arc.ts';
import { verifyDkim } from '#protocol/dkim/verify-dkim.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { Signer } from '../forward/load/calls.ts';

/** A domain that signs. */
export interface Sender extends Signer {
  readonly domain: string;
}

/** Does with one message what the mail path does, and fails unless its signature is valid. */
export type Way = (content: Buffer) => Promise<void>;

/** Public keys as both sides look them up: from memory, so that DNS is not what is measured. */
export interface Published {
  readonly name: string;
  readonly value: string;
}

const authenticationResults = makeField('Authentication-Results', 'mx.kauke.test; spf=pass; dkim=pass; dmarc=pass');

/** Our way: one pass over the body for verification and signatures, one key object, the thread pool. */
export function makeOurWay({ domain, selector, privateKey }: Sender, published: Published, seals: boolean): Way {
  const key = createPrivateKey(privateKey);
  const resolver: Pick<Resolver, 'txt'> = {
    txt: (name) =>
      Promise.resolve(
        name === published.name
          ? { kind: 'found', records: [published.value], authenticated: false }
          : { kind: 'no-name' },
      ),
  };
  const context = { resolver, clock: { now: () => Date.now() } };
  return async (content) => {
    const message = parseMessage(content);
    const hashes = createBodyHashes(message.body);
    const input = { message, hashes, localKey: () => null };
    const [[verdict], chain] = await Promise.all([verifyDkim(context, input), verifyArc(context, input)]);
    if (verdict?.result !== 'pass') throw new Error('our side did not verify a message');
    const signing = { bodyHash: hashes.sha256('relaxed'), domain, selector, key, now: new Date() };
    const header = content.subarray(0, content.length - message.body.length - 2);
    const signature = await signDkim({ ...signing, fields: parseMessage(header).fields });
    if (!seals) return;
    const { fields } = parseMessage(Buffer.concat([signature, header]));
    await sealArc({ ...signing, fields, authenticationResults, arc: chain });
  };
}

/** The same with mailauth. */
export function makeTheirWay(sender: Sender, published: Published, seals: boolean): Way {
  const { domain: signingDomain, selector, privateKey } = sender;
  const resolver = (name: string): Promise<string[][]> =>
    Promise.resolve(name === published.name ? [[published.value]] : []);
  const signing = { algorithm: 'rsa-sha256', canonicalization: 'relaxed/relaxed', signingDomain, selector, privateKey };
  return async (content) => {
    const verified = await dkimVerify(content, { resolver });
    if (verified.results[0]?.status.result !== 'pass') throw new Error('mailauth did not verify a message');
    await arc({ ...verified.arc, chain: verified.arc?.chain || [] }, { resolver });
    const { signatures } = await dkimSign(content, { ...signing, signatureData: [signing] });
    if (!seals) return;
    const signed = Buffer.concat([Buffer.from(signatures), content]);
    await sealMessage(signed, {
      ...signing,
      authResults: 'mx.kauke.test; spf=pass; dkim=pass; dmarc=pass',
      cv: 'none',
    });
  };
}
