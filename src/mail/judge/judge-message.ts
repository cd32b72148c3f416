import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import type { DmarcVerdict } from '#protocol/dmarc/check-dmarc.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';
import { scanAddressList } from '#protocol/message/scan-address-list.ts';
import type { Envelope } from '#protocol/smtp-server/session-policy.ts';

/**
 * Services whose ARC seal we believe: large mailbox providers and list hosts that check SPF, DKIM and DMARC before they
 * pass mail on (their d=). It only ever lets a message through as unverified, so a short list costs little.
 */
const trustedSealers: ReadonlySet<string> = new Set([
  'google.com',
  'googlegroups.com',
  'microsoft.com',
  'messagingengine.com',
  'topicbox.com',
  'pobox.com',
]);

const listId = /<([^<>@\s]{1,253})>\s*$/;

/** The domain a mailing list names itself by (RFC 2919 §3), lower case; null where the message is not of a list. */
function findListDomain(message: RawMessage): string | null {
  const [field, another] = message.fields.filter(({ key }) => key === 'list-id');
  if (field === undefined || another !== undefined) return null;
  return listId.exec(fieldText(field))?.[1]?.toLowerCase() ?? null;
}

export type Judgement =
  | {
      readonly accepted: true;
      /** Neither SPF nor DKIM passed in alignment with From. */
      readonly unverified: boolean;
      /** The owner of the From domain asks for quarantine of such a message. */
      readonly quarantined: boolean;
      /** The domain of the reverse-path is authenticated, so that it may be told what became of the message. */
      readonly senderProven: boolean;
    }
  | { readonly accepted: false; readonly reply: SmtpReply };

export interface JudgeInput {
  readonly message: RawMessage;
  readonly authentication: Authentication;
  readonly envelope: Pick<Envelope, 'reversePath'>;
}

type Belief = 'yes' | 'no' | 'unknown';

function anyOf(beliefs: readonly Belief[]): Belief {
  if (beliefs.includes('yes')) return 'yes';
  return beliefs.includes('unknown') ? 'unknown' : 'no';
}

function beliefIn(result: string): Belief {
  if (result === 'pass') return 'yes';
  return result === 'temperror' ? 'unknown' : 'no';
}

/** Whoever signs for a domain speaks for what is below it too. */
function covers(signer: string | null, domain: string): boolean {
  return signer !== null && (domain === signer || domain.endsWith(`.${signer}`));
}

/** A signature of the list itself. Lists change what they pass on, so the author's signature seldom survives. */
function listVouches(message: RawMessage, dkim: readonly DkimVerdict[]): Belief {
  const list = findListDomain(message);
  if (list === null) return 'no';
  // A verdict without a domain is one that did not come in time.
  const signers = dkim.filter(
    ({ domain, result }) => covers(domain, list) || (domain === null && result === 'temperror'),
  );
  return anyOf(signers.map(({ result }) => beliefIn(result)));
}

/** The instance and the results of an ARC-Authentication-Results, without quoted strings and comments: others fill those. */
function readResults(field: HeaderField): string[] {
  const parts: string[] = [];
  let part = '';
  for (const { kind, text, spaced } of scanAddressList(fieldText(field))) {
    if (kind === ';') {
      parts.push(part);
      part = '';
    } else if (kind === 'quoted' || kind === 'comment') part += ' ';
    else part += `${spaced ? ' ' : ''}${text}`;
  }
  return [...parts, part];
}

const firstInstance = /^\s*i\s*=\s*1\s*$/i;
const dmarcPass = /^\s*dmarc\s*=\s*pass(?:\s|$)/i;

/** A valid chain of trusted sealers only, whose first one saw DMARC pass (RFC 8617 §7.2). */
function sealersVouch(message: RawMessage, { result, sealers }: Authentication['arc']): Belief {
  if (result === 'temperror') return 'unknown';
  if (result !== 'pass' || !sealers.every((sealer) => trustedSealers.has(sealer))) return 'no';
  const sets = message.fields.filter(({ key }) => key === 'arc-authentication-results').map(readResults);
  const first = sets.find(([instance = '']) => firstInstance.test(instance)) ?? [];
  return first.some((result) => dmarcPass.test(result)) ? 'yes' : 'no';
}

/** Without any pass. Null: there is one. */
function refuseUnauthenticated({ spf, dkim }: Authentication): SmtpReply | null {
  const authenticated = anyOf([spf, ...dkim].map(({ result }) => beliefIn(result)));
  if (authenticated === 'yes') return null;
  return authenticated === 'no' ? smtpReplies.unauthenticated : smtpReplies.cannotAuthenticate;
}

function isAligned({ spfAligned, dkimAligned }: DmarcVerdict): boolean {
  return spfAligned || dkimAligned !== null;
}

/** Whether the owner of the From domain wants the message refused. */
function isUnwanted({ result, policy }: DmarcVerdict, refusesUnknown: boolean): Belief {
  if (policy === 'reject' && result === 'fail') return 'yes';
  const isHidden = result === 'temperror' && (policy === 'reject' || (policy === null && refusesUnknown));
  return isHidden ? 'unknown' : 'no';
}

/** By the policy of the From domain. Null: taken. */
function refuseByPolicy(
  { message, authentication: { dkim, dmarc, arc } }: JudgeInput,
  refusesUnknown: boolean,
): SmtpReply | null {
  const unwanted = isAligned(dmarc) ? 'no' : isUnwanted(dmarc, refusesUnknown);
  if (unwanted === 'no') return null;
  const excused = anyOf([listVouches(message, dkim), sealersVouch(message, arc)]);
  if (excused === 'yes') return null;
  return unwanted === 'yes' && excused === 'no' ? smtpReplies.refusedByDmarc : smtpReplies.cannotAuthenticate;
}

function isSenderProven({ authentication: { spf, dkim }, envelope: { reversePath } }: JudgeInput): boolean {
  if (reversePath === '') return false;
  const domain = splitAddress(reversePath).domain.toLowerCase();
  if (spf.result === 'pass' && spf.scope === 'mailfrom' && spf.domain === domain) return true;
  return dkim.some(({ result, domain: signer }) => result === 'pass' && covers(signer, domain));
}

/**
 * Decides by what is known of its sender whether a message is taken. Refused for good: without any SPF or DKIM pass
 * (unless such mail is marked); with a DMARC fail where the owner of the From domain asks for rejection, but for list
 * mail that its list signed and for chains of trusted ARC sealers, which are taken as unverified.
 *
 * DNS trouble is never a pass and never a 550. Where it decides between taking and refusing, the sender is asked to come
 * again (451 4.4.3: RFC 7208 §8.6, RFC 6376 §6.1, RFC 9989 §4.10.1 allow it), since nothing is lost by waiting and a forger
 * gains nothing from it. Where the operator marks unauthenticated mail, a policy that cannot be read is taken for none.
 */
export function judgeMessage(
  { unauthenticatedMail }: { readonly unauthenticatedMail: 'refuse' | 'mark' },
  input: JudgeInput,
): Judgement {
  const { authentication } = input;
  const refuses = unauthenticatedMail === 'refuse';
  const reply = (refuses ? refuseUnauthenticated(authentication) : null) ?? refuseByPolicy(input, refuses);
  if (reply !== null) return { accepted: false, reply };
  const { dmarc } = authentication;
  const quarantined = dmarc.result === 'fail' && dmarc.policy === 'quarantine';
  return { accepted: true, unverified: !isAligned(dmarc), quarantined, senderProven: isSenderProven(input) };
}
