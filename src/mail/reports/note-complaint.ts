import { recordAbuseReport } from '#core/operator/abuse-reports.ts';
import { findMailOwner, type MailOwner } from '#mail/recipient/find-mail-owner.ts';
import type { ReportsContext } from '#mail/reports/reports-context.ts';
import { type Complaint, readComplaint } from '#protocol/dsn/read-complaint.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

/** Who complains, as their message says and perhaps proves. */
interface Complainant {
  readonly address: string;
  readonly proven: boolean;
}

const senderKeys = new Set(['return-path', 'from', 'sender', 'reply-to']);
const recipientKeys = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'x-forwarded-to']);

const maxFields = 20;
const maxCharacters = 64 * 1024;
/** Addresses of ours that are looked up for each place in a complaint. */
const maxAddresses = 20;
const anyAddress = /[^\s<>:;,"'()[\]\\]{1,64}@[a-z0-9.-]{1,255}/giu;

function textOf(fields: readonly HeaderField[], keys: ReadonlySet<string>): string {
  return fields
    .filter(({ key }) => keys.has(key))
    .slice(0, maxFields)
    .map(fieldText)
    .join('\n');
}

/** Where a complaint may name an address of ours, what tells most first: who sent the message, who got it, what is said. */
function placesOf({ mailFrom, rcptTo, returned, text }: Complaint): string[] {
  const senders = `${mailFrom}\n${textOf(returned, senderKeys)}`;
  return [senders, `${rcptTo}\n${textOf(returned, recipientKeys)}`, text];
}

async function* addressesIn({ domains }: ReportsContext, text: string, but: string): AsyncGenerator<string> {
  const seen = new Set([but.toLowerCase()]);
  for (const [found] of text.slice(0, maxCharacters).matchAll(anyAddress)) {
    const address = found.replace(/[.-]+$/u, '').toLowerCase();
    const { domain } = splitAddress(address);
    if (seen.has(address) || (domains.find(domain) ?? (await domains.findProven(domain))) === null) continue;
    seen.add(address);
    yield address;
    if (seen.size > maxAddresses) return;
  }
}

const strongestFirst = ['sent', 'forwarded', 'named'] as const;

/** The account that the strongest evidence leads to; null: to none, or to several, of which nobody tells the right one. */
function findSole(owners: readonly MailOwner[]): MailOwner | null {
  const strongest = strongestFirst.find((kind) => owners.some(({ evidence }) => evidence === kind));
  const [first = null, ...others] = owners.filter(({ evidence }) => evidence === strongest);
  return others.every(({ userId }) => userId === first?.userId) ? first : null;
}

async function findBlamed(context: ReportsContext, complaint: Complaint, but: string): Promise<MailOwner | null> {
  for (const place of placesOf(complaint)) {
    const owners: MailOwner[] = [];
    for await (const address of addressesIn(context, place, but)) {
      const owner = await findMailOwner(context, address);
      if (owner !== null) owners.push(owner);
    }
    if (owners.length > 0) return findSole(owners);
  }
  return null;
}

/**
 * Counts what came to abuse@ against the one account that it leads to, if any: when, and how well it is proven that the
 * account sent what is complained of. Whoever complains counts 25 times a day against an account, and so do all whom
 * nobody vouches for together. Nothing of the complaint is kept. @throws Error when the database does not answer.
 */
export async function noteComplaint(
  context: ReportsContext,
  message: RawMessage,
  { address, proven }: Complainant,
): Promise<void> {
  const complaint = readComplaint(message);
  const blamed = complaint && (await findBlamed(context, complaint, address));
  if (blamed === null) return;
  const { userId, evidence: kind } = blamed;
  const { limiter } = context;
  const text = proven ? splitAddress(address).domain : '';
  if (!(await limiter.tryTake('abuseReportsPerReporter', { userId, text }))) return;
  if (!(await limiter.tryTake('abuseReportsPerAccount', { userId }))) return;
  await recordAbuseReport(context, { userId, kind });
}
