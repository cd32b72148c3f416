import { answerInTime } from '#platform/answer-in-time.ts';
import type { Clock } from '#platform/clock.ts';
import { type ArcVerdict, verifyArc } from '#protocol/arc/verify-arc.ts';
import { type DkimVerdict, verifyDkim, type VerifyInput } from '#protocol/dkim/verify-dkim.ts';
import { checkDmarc, type DmarcVerdict } from '#protocol/dmarc/check-dmarc.ts';
import { walkDmarcTree } from '#protocol/dmarc/walk-dmarc-tree.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { splitAddress } from '#protocol/message/address.ts';
import type { Mailbox } from '#protocol/message/mailboxes.ts';
import { checkSpf, spfIdentity, type SpfVerdict } from '#protocol/spf/check-spf.ts';

/** Message authentication: everything that was found out about who sent a message. */
export interface Authentication {
  readonly spf: SpfVerdict;
  readonly dkim: readonly DkimVerdict[];
  readonly dmarc: DmarcVerdict;
  readonly arc: ArcVerdict;
}

export interface VerifyMessageInput extends VerifyInput {
  /** The one mailbox of From. */
  readonly author: Mailbox;
  readonly envelope: { readonly reversePath: string };
  /** The SMTP client; `remoteAddress` is null for messages handed over in process. */
  readonly client: { readonly helo: string; readonly remoteAddress: string | null };
}

const allMs = 10_000;
/** DMARC comes last and needs little more than what was asked meanwhile. */
const signersMs = 8000;

const lateComment = 'no answer in time';
const lateArc: ArcVerdict = { result: 'temperror', instance: 0, sealers: [], comment: lateComment };
const lateDkim: DkimVerdict = {
  result: 'temperror',
  domain: null,
  selector: null,
  algorithm: null,
  signaturePrefix: '',
  signedFields: [],
  comment: lateComment,
};

async function verifySpf(
  context: { readonly resolver: Resolver },
  { client, envelope: { reversePath } }: VerifyMessageInput,
): Promise<SpfVerdict> {
  const { helo, remoteAddress: address } = client;
  const { scope, domain } = spfIdentity({ helo, reversePath });
  // Handed over in process: no client, so nobody's address to ask about.
  if (address === null) return { result: 'none', domain: null, scope };
  const late: SpfVerdict = { result: 'temperror', domain, scope };
  return answerInTime(checkSpf(context, { address, helo, reversePath }), signersMs, late);
}

/**
 * Message authentication: finds out who sent a message, with SPF, DKIM and ARC at once, then DMARC, within ten seconds.
 * What did not answer by then is a `temperror`, never a pass. Messages handed over in process have no SPF; where
 * `localKey` has a key, DNS is not asked. Never throws.
 */
export async function verifyMessage(
  context: { readonly resolver: Resolver; readonly clock: Clock },
  input: VerifyMessageInput,
): Promise<Authentication> {
  const { domain } = splitAddress(input.author.address);
  const startedAtMs = context.clock.now();
  const [spf, dkim, arc, tree] = await Promise.all([
    verifySpf(context, input),
    answerInTime(verifyDkim(context, input), signersMs, [lateDkim]),
    answerInTime(verifyArc(context, input), signersMs, lateArc),
    // DMARC will want it.
    answerInTime(walkDmarcTree(context.resolver, domain), signersMs, null),
  ]);
  const late: DmarcVerdict = { result: 'temperror', domain, policy: null, spfAligned: false, dkimAligned: null };
  const leftMs = Math.max(allMs - signersMs, startedAtMs + allMs - context.clock.now());
  const dmarc = await answerInTime(checkDmarc(context, { domain, spf, dkim, tree }), leftMs, late);
  return { spf, dkim, dmarc, arc };
}
