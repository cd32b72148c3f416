import { aliasFaults } from '#contract/alias-faults.ts';
import type { EmailAddress } from '#contract/email-address.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

const specialUse = /(?:^|\.)(?:test|example|invalid|localhost|local|internal|example\.(?:com|net|org))$/;

/** Whether a lower-case host name never leads anywhere on the public network (RFC 2606, RFC 6761 §6, RFC 6762 §3). */
function isSpecialUse(host: string): boolean {
  return specialUse.test(host);
}

/** The default port is written as none. */
const securePorts: ReadonlySet<string> = new Set(['', '8443']);
/** A name of several labels, the last one no number: neither an IP address nor a name of the local network. */
const publicName = /\.[a-z][a-z0-9-]*$/;

function isSecure({ protocol, port, hostname }: URL): boolean {
  return protocol === 'https:' && securePorts.has(port) && publicName.test(hostname) && !isSpecialUse(hostname);
}

/**
 * Why mail cannot be posted to a URL in its normal form, as text for its owner; null when it can. Where its name
 * leads is looked at each time it is connected to.
 */
export function findWebhookFault(
  { domains, settings }: Pick<TargetContext, 'domains' | 'settings'>,
  text: string,
): string | null {
  const url = new URL(text);
  const own = new URL(settings.publicUrl);
  const isOwn = settings.insecureWebhooks ? url.origin === own.origin : url.hostname === own.hostname;
  if (isOwn || domains.find(url.hostname) !== null) {
    return aliasFaultTexts.webhookIsOurs(url.hostname);
  }
  return settings.insecureWebhooks || isSecure(url) ? null : aliasFaults.targetsInvalid;
}

/** Why mail cannot be forwarded to an address, as text for its owner; null when it can. */
export function findTargetFault(
  { domains, settings }: Pick<TargetContext, 'domains' | 'settings'>,
  email: EmailAddress,
): string | null {
  if (domains.find(email.domain) !== null) {
    return aliasFaultTexts.targetIsOurs(email.domain);
  }
  if (settings.delivery === 'mx' && isSpecialUse(email.domain)) {
    return aliasFaultTexts.targetTakesNoMail(email.domain);
  }
  return null;
}
