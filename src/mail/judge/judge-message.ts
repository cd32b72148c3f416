import { organisationOf, registrableDomain } from '#core/organisation.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { DmarcVerdict } from '#protocol/dmarc/check-dmarc.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';
import { scanAddressList } from '#protocol/message/scan-address-list.ts';
import type { Envelope } from '#protocol/smtp-server/session-policy.ts';

const listId = /<([^<>@\s]{1,253})>\s*$/;

/** The name of a mailing list (RFC 2919 §3), lower case; null where the message is not of a list. */
function findListName({ fields }: RawMessage): string | null {
  const [field, another] = fields.filter(({ key }) => key === 'list-id');
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
      /** Who passed on what the policy of the From domain would have refused, the one thing that is known; else null. */
      readonly vouchedBy: string | null;
      /** The domain of the reverse-path is authenticated, so that it may be told what became of the message. */
      readonly senderProven: boolean;
    }
  | {
      readonly accepted: false;
      readonly reply: SmtpReply;
      /** Why, where it is for good: its owner may have wished otherwise. Null: DNS trouble; the sender comes again. */
      readonly reason: 'unauthenticated' | 'rejected' | null;
    };

export interface JudgeInput {
  readonly message: RawMessage;
  readonly authentication: Authentication;
  readonly envelope: Pick<Envelope, 'reversePath'>;
}

export interface JudgeRules {
  readonly unauthenticatedMail: 'refuse' | 'mark';
  /** Whose ARC seals are believed (d=): they check SPF, DKIM and DMARC before they pass mail on. */
  readonly trustedSealers: ReadonlySet<string>;
}

type AuthResult = 'yes' | 'no' | 'unknown';

function anyOf(beliefs: readonly AuthResult[]): AuthResult {
  if (beliefs.includes('yes')) return 'yes';
  return beliefs.includes('unknown') ? 'unknown' : 'no';
}

function authResultOf(result: string): AuthResult {
  if (result === 'pass') return 'yes';
  return result === 'temperror' ? 'unknown' : 'no';
}

/** Whoever signs for a domain speaks for what is below it too. */
function covers(signer: string | null, domain: string): boolean {
  return signer !== null && (domain === signer || domain.endsWith(`.${signer}`));
}

interface AuthenticatedIdentity {
  readonly belief: AuthResult;
  readonly domain: string;
}

interface AuthenticatedList extends AuthenticatedIdentity {
  /** Of the list, as its List-Id has it. */
  readonly name: string;
}

/**
 * The list itself, by a signature of its organizational domain. Lists change what they pass on, so the author's signature
 * seldom survives. By the public suffix list, which few messages need: many lists have no DMARC record to walk up to.
 */
async function askList(message: RawMessage, { dkim }: Pick<Authentication, 'dkim'>): Promise<AuthenticatedList | null> {
  const name = findListName(message);
  if (name === null) return null;
  const list = await registrableDomain(name);
  if (list === null) return null;
  const beliefs = await Promise.all(
    dkim.map(async ({ domain, result }) => {
      // A verdict without a domain is one that did not come in time.
      const isOfList = domain === null ? result === 'temperror' : (await organisationOf(domain)) === list;
      return isOfList ? authResultOf(result) : 'no';
    }),
  );
  return { belief: anyOf(beliefs), domain: list, name };
}

/** The list that a message is proven to come from. */
export interface ProvenList {
  /** Organizational. */
  readonly domain: string;
  /** Its own name and those above it, down to the organizational domain. */
  readonly names: readonly string[];
}

/** Null: the message is of no list, or of one that did not sign it. */
export async function findProvenList(message: RawMessage, authentication: Authentication): Promise<ProvenList | null> {
  const list = await askList(message, authentication);
  if (list?.belief !== 'yes') return null;
  const { domain, name } = list;
  const labels = name.split('.');
  const names = labels.map((_, index) => labels.slice(index).join('.'));
  return { domain, names: names.slice(0, names.indexOf(domain) + 1) };
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
const author = /\sheader\.from\s*=\s*(\S+)/i;

/** Whether a result says that the owner of this very From domain wrote the message. */
function passes(result: string, domain: string): boolean {
  return dmarcPass.test(result) && (author.exec(result)?.[1]?.toLowerCase() ?? domain) === domain;
}

/** The first of a valid chain of trusted sealers only, if it saw DMARC pass for the author (RFC 8617 §7.2). */
function askSealers(
  message: RawMessage,
  { arc, dmarc }: Authentication,
  trusted: JudgeRules['trustedSealers'],
): AuthenticatedIdentity | null {
  const { result, sealers } = arc;
  const [domain = ''] = sealers;
  if (result === 'temperror') return { belief: 'unknown', domain };
  if (result !== 'pass' || !sealers.every((sealer) => trusted.has(sealer))) return null;
  const sets = message.fields.filter(({ key }) => key === 'arc-authentication-results').map(readResults);
  const first = sets.find(([instance = '']) => firstInstance.test(instance)) ?? [];
  return first.some((text) => passes(text, dmarc.domain)) ? { belief: 'yes', domain } : null;
}

function isAligned({ spfAligned, dkimAligned }: DmarcVerdict): boolean {
  return spfAligned || dkimAligned !== null;
}

/** Whether the owner of the From domain wants the message refused. */
function isUnwanted({ result, policy }: DmarcVerdict, refusesUnknown: boolean): AuthResult {
  if (policy === 'reject' && result === 'fail') return 'yes';
  const isHidden = result === 'temperror' && (policy === 'reject' || (policy === null && refusesUnknown));
  return isHidden ? 'unknown' : 'no';
}

type PolicyAnswer =
  | { readonly wanted: 'yes'; readonly vouchedBy: string | null }
  | { readonly wanted: 'no' | 'unknown' };

/**
 * By the policy of the From domain. What it refuses may still come from a forwarder that spoke for it, or from a list,
 * whose readers would be taken off it if it were refused every time (RFC 9989 §7.4): those let it through by a rule.
 */
async function askPolicy(
  { message, authentication }: JudgeInput,
  { trustedSealers, unauthenticatedMail }: JudgeRules,
): Promise<PolicyAnswer> {
  const { dmarc } = authentication;
  const unwanted = isAligned(dmarc) ? 'no' : isUnwanted(dmarc, unauthenticatedMail === 'refuse');
  if (unwanted === 'no') return { wanted: 'yes', vouchedBy: null };
  const sealers = askSealers(message, authentication, trustedSealers);
  if (sealers?.belief === 'yes') return { wanted: 'yes', vouchedBy: sealers.domain };
  const list = await askList(message, authentication);
  const isSure = unwanted === 'yes' && sealers?.belief !== 'unknown' && list?.belief !== 'unknown';
  return { wanted: isSure ? 'no' : 'unknown' };
}

const refusals = {
  unauthenticated: { accepted: false, reply: smtpReplies.unauthenticated, reason: 'unauthenticated' },
  rejected: { accepted: false, reply: smtpReplies.refusedByDmarc, reason: 'rejected' },
  later: { accepted: false, reply: smtpReplies.cannotAuthenticate, reason: null },
} as const;

/** Whether the domain of the reverse-path is authenticated. */
export function isSenderProven({
  authentication: { spf, dkim },
  envelope: { reversePath },
}: Pick<JudgeInput, 'authentication' | 'envelope'>): boolean {
  if (reversePath === '') return false;
  const domain = splitAddress(reversePath).domain.toLowerCase();
  if (spf.result === 'pass' && spf.scope === 'mailfrom' && spf.domain === domain) return true;
  return dkim.some(({ result, domain: signer }) => result === 'pass' && covers(signer, domain));
}

/**
 * Decides by what is known of its sender whether a message is taken. Refused for good: without any SPF or DKIM pass
 * (unless such mail is marked); with a DMARC fail where the owner of the From domain asks for rejection, but for chains
 * of trusted ARC sealers, of which only who vouched may be shown. What recipients wish comes after it.
 *
 * DNS trouble is never a pass and never a 550. Where it decides between taking and refusing, the sender is asked to come
 * again (451 4.4.3: RFC 7208 §8.6, RFC 6376 §6.1, RFC 9989 §4.10.1 allow it), since nothing is lost by waiting and a forger
 * gains nothing from it. Where the operator marks unauthenticated mail, a policy that cannot be read is taken for none.
 */
export async function judgeMessage(rules: JudgeRules, input: JudgeInput): Promise<Judgement> {
  const { authentication } = input;
  const { spf, dkim, dmarc } = authentication;
  if (rules.unauthenticatedMail === 'refuse') {
    const authenticated = anyOf([spf, ...dkim].map(({ result }) => authResultOf(result)));
    if (authenticated === 'no') return refusals.unauthenticated;
    if (authenticated === 'unknown') return refusals.later;
  }
  const policy = await askPolicy(input, rules);
  if (policy.wanted !== 'yes') return policy.wanted === 'no' ? refusals.rejected : refusals.later;
  const unverified = !isAligned(dmarc);
  const quarantined = dmarc.result === 'fail' && dmarc.policy === 'quarantine';
  return { accepted: true, unverified, quarantined, vouchedBy: policy.vouchedBy, senderProven: isSenderProven(input) };
}
