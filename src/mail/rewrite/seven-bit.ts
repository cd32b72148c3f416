import { isAscii } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { asciiField } from '#mail/rewrite/ascii-field.ts';
import { recode } from '#mail/rewrite/recode.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import type { Clock } from '#platform/clock.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { readSignatureTags, readSignedFields } from '#protocol/dkim/parse-signature.ts';
import type { TagList } from '#protocol/dkim/parse-tag-list.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';

/** RFC 6152 §3: all of it in ASCII. */
const inAscii = { fits: isAscii, turnField: asciiField, allSevenBit: true };

/** What we put on top of a message when we signed it. */
const signatureKeys = new Set(['arc-seal', 'arc-message-signature', 'arc-authentication-results', 'dkim-signature']);

/** What it takes to sign anew. */
export interface SevenBitContext {
  readonly clock: Clock;
  readonly domains: DomainDirectory;
}

/** Signs a message as `own`, the signatures it had, say: for the same domain, and with an ARC set where it had one. */
async function signAnew(
  { clock, domains }: SevenBitContext,
  { fields, body }: RawMessage,
  own: ReadonlyMap<string, TagList | null>,
): Promise<Buffer> {
  const tags = own.get('dkim-signature');
  // Mail to the operator goes without.
  if (!tags) return joinHeader(fields);
  const signer = domains.signer(tags.get('d') ?? '');
  if (signer === null) throw new Error('a domain was removed while its mail waited');
  const status = own.get('arc-seal')?.get('cv');
  const [authenticationResults] = fields;
  const result = status === 'none' || status === 'pass' ? status : 'fail';
  return signMail(signer, {
    fields,
    bodyHash: createBodyHashes(body).sha256('relaxed'),
    now: new Date(clock.now()),
    ownFields: [...new Set(readSignedFields(tags))].filter((name) => name.startsWith('x-')),
    seal: status === undefined || !authenticationResults ? null : { authenticationResults, arc: { result } },
  });
}

/**
 * A message of ours, ready for the wire (header block with its empty line, body), for a server that takes ASCII only:
 * recoded, and signed after that (RFC 6376 §5.3). Null where it cannot be had in ASCII.
 * @throws Error when the domain that signed it is gone.
 */
export async function toSevenBit(
  context: SevenBitContext,
  [block = Buffer.alloc(0), ...pieces]: readonly Buffer[],
): Promise<readonly Buffer[] | null> {
  const { fields, body: unread } = parseMessage(block);
  if (unread.length > 0) return null;
  const ownCount = fields.findIndex(({ key }) => !signatureKeys.has(key));
  const own = new Map(fields.slice(0, ownCount).map((field) => [field.key, readSignatureTags(field)]));
  const recoded = await recode({ fields: fields.slice(ownCount), body: Buffer.concat(pieces) }, inAscii);
  if (recoded === null) return null;
  await nextTurn();
  return [Buffer.concat([await signAnew(context, recoded, own), Buffer.from('\r\n')]), recoded.body];
}
