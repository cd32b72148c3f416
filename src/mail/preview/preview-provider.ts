import { generateKeyPairSync } from 'node:crypto';
import { dkimRecord } from '#core/domains/domain-records.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

/**
 * Plays the mail provider of everybody whose mail stays in the preview: it signs what they write in the name of their
 * domain, so that the checks which a reply must pass find what they look for. Its key lives as long as the process.
 */
export interface PreviewProvider {
  /** The message with the signature of its author's domain on top. */
  sign(author: string, content: Buffer): Promise<Buffer>;
  /** DNS in which each domain has published the key as well. */
  publishIn(resolver: Resolver): Resolver;
}

export function createPreviewProvider({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): PreviewProvider {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  // No domain can have one of this name, and nobody can know it before it is used.
  const selector = `preview-${random.uuid()}`;
  const prefix = `${selector}._domainkey.`;
  return {
    sign: async (author, content) => {
      const { fields, body } = parseMessage(content);
      const bodyHash = createBodyHashes(body).sha256('relaxed');
      const { domain } = splitAddress(author);
      const signature = await signDkim({ fields, bodyHash, domain, selector, key, now: new Date(clock.now()) });
      return Buffer.concat([signature, content]);
    },
    publishIn: (resolver) => ({
      ...resolver,
      txt: async (name) => {
        if (!name.startsWith(prefix)) return resolver.txt(name);
        const { value } = dkimRecord({ name: name.slice(prefix.length), selector, key });
        return { kind: 'found', records: [value], authenticated: false };
      },
    }),
  };
}
