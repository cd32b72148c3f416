import { isIP, isIPv6 } from 'node:net';
import type { z } from 'zod';
import type { SendAddress, SendPurpose } from '#config/config.ts';
import { EntryFault, parseEntries, refusePart } from '#config/entry-list.ts';
import { parseHostname } from '#config/variable-values.ts';

const purposes: readonly SendPurpose[] = ['forwarding', 'sending', 'new-accounts', 'own-mail'];

/** An address that a socket can be bound to, in its one form; none with a zone, and not the one that means any. */
function parseSource(text: string): string {
  if (isIP(text) === 0 || text.includes('%')) throw new EntryFault('an IP address first');
  const address = isIPv6(text) ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;
  if (['0.0.0.0', '::'].includes(address) || address.startsWith('::ffff:')) {
    throw new EntryFault('one address of this machine first');
  }
  return address;
}

function parsePurposes(text: string): SendPurpose[] {
  return text.split('+').map((word) => {
    const purpose = purposes.find((known) => known === word);
    if (purpose === undefined) throw new EntryFault(`${purposes.join(', ')} behind for=, with + between them`);
    return purpose;
  });
}

function parseDay(text: string): Date {
  const day = new Date(/^\d{4}-\d\d-\d\d$/u.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new EntryFault('a day such as 2026-11-01 behind since=');
  }
  return day;
}

function parseEntry(text: string): SendAddress {
  const [first = '', name = '', ...options] = text.split(/\s+/u);
  const address = parseSource(first);
  const hostname = parseHostname(name, false);
  if (hostname === null) throw new EntryFault('the full host name for EHLO behind the address');
  let entry: SendAddress = { address, hostname, purposes: [], since: null, drain: false };
  for (const option of options) {
    if (option === 'drain') entry = { ...entry, drain: true };
    else if (option.startsWith('for=')) entry = { ...entry, purposes: parsePurposes(option.slice(4)) };
    else if (option.startsWith('since=')) entry = { ...entry, since: parseDay(option.slice(6)) };
    else throw new EntryFault('for=, since= or drain behind the host name');
  }
  return Object.freeze(entry);
}

/** `new-accounts` is a part of `sending`, so nothing is left over where each of these has an address. */
const needed: readonly SendPurpose[] = ['forwarding', 'sending', 'own-mail'];

/** Every purpose has an address of its own, or there is one for all of them. */
function serveAll(entries: readonly SendAddress[]): boolean {
  return needed.every((purpose) => entries.some(({ purposes: own }) => own.length === 0 || own.includes(purpose)));
}

/** Reads `SEND_FROM`: `192.0.2.1 mx1.example.net, 2001:db8::1 mx1.example.net for=sending`. Each fault is an issue of its own. */
export function parseSendFrom(text: string, context: z.RefinementCtx): readonly SendAddress[] {
  const entries = parseEntries<SendAddress>(text, context, (item, before) => {
    const entry = parseEntry(item);
    if (before.some(({ address }) => address === entry.address)) throw new EntryFault('each address once');
    return entry;
  });
  if (entries.length > 0 && !serveAll(entries)) {
    refusePart(context, text, 'one address without for=, or one each for forwarding, sending and own-mail');
  }
  return entries;
}
