import { isIPv6 } from 'node:net';
import type { SendAddress, SendPurpose } from '#config/config.ts';
import type { SourceAddress, SourceAddresses } from '#protocol/smtp-client/transport.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** An address of ours, and how it stands. */
export interface OwnAddress extends Omit<SendAddress, 'since'> {
  /** When mail left from it first: the begin of that day (UTC). */
  readonly sinceMs: number;
  /** Why nothing may leave from it: it is none of this machine, or has no name that leads back to it. */
  unfit: 'missing' | 'nameless' | null;
  /** A DNS block list names it. */
  listed: boolean;
}

/** A message that is about to leave. */
export interface SendContext {
  readonly kind: 'forward' | 'sent' | 'system';
  /** Since when the account exists that it counts against; null: none. */
  readonly ownerSince: Date | null;
  readonly rcptTo: string;
  /** Of this delivery: its retries leave as it did. */
  readonly firstTriedAtMs: number;
}

/** Chooses where mail leaves from; null: as the system chooses. */
export interface SendFrom {
  choose(departure: SendContext): SourceAddresses | null;
}

/** Accounts younger than this are new: those made for spam are used at once. */
const newAccountMs = 30 * dayMs;
/** From then on an address is established. */
export const rampDays = 30;
/** Each day's share is so many times that of the day before. */
const dailyGrowth = 1.3;

/** IP warm-up: the share of mail that an address gets on a day since its first use, beside one that is established. */
export function rampWeight(day: number): number {
  return day >= rampDays ? 1 : dailyGrowth ** (Math.max(day, 0) - rampDays);
}

const kindPurposes: Readonly<Record<SendContext['kind'], SendPurpose>> = {
  forward: 'forwarding',
  sent: 'sending',
  system: 'own-mail',
};

/** Whose addresses serve a message, the closest first: its own, then those that serve what has none. */
function groupsFor(
  addresses: readonly OwnAddress[],
  { kind, ownerSince, firstTriedAtMs }: SendContext,
): OwnAddress[][] {
  const isNew = kind === 'sent' && ownerSince !== null && firstTriedAtMs - ownerSince.getTime() < newAccountMs;
  const chain: SendPurpose[] = [...(isNew ? (['new-accounts'] as const) : []), kindPurposes[kind]];
  return [
    ...chain.map((purpose) => addresses.filter(({ purposes }) => purposes.includes(purpose))),
    addresses.filter(({ purposes }) => purposes.length === 0),
  ];
}

interface Weighted {
  readonly address: OwnAddress;
  readonly weight: number;
}

interface Candidates {
  /** Which of the groups they come from. */
  readonly rank: number;
  readonly list: readonly Weighted[];
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The last step of MurmurHash3: each bit of the input sways all of the result. A fraction above 0 and below 1. */
function fractionOf(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (((mixed ^ (mixed >>> 16)) >>> 0) + 0.5) / 2 ** 32;
}

/**
 * Weighted rendezvous hashing: each recipient keeps to one address, each address gets its part of every destination, and
 * when one gains weight, mail moves to it alone.
 */
function pick({ list }: Candidates, recipient: number): SourceAddress | null {
  let best: OwnAddress | null = null;
  let most = 0;
  for (const { address, weight } of list) {
    const score = -weight / Math.log(fractionOf(recipient ^ hashText(address.address)));
    if (score > most) [best, most] = [address, score];
  }
  return best;
}

const none: Candidates = { rank: -1, list: [] };

/** Those that serve from the first group that has any; while these are new, older ones of the others take the rest. */
function findCandidates(groups: readonly OwnAddress[][], atMs: number, fits: (one: OwnAddress) => boolean): Candidates {
  const weigh = (address: OwnAddress): Weighted => ({
    address,
    weight: rampWeight(Math.floor((atMs - address.sinceMs) / dayMs)),
  });
  const rank = groups.findIndex((group) => group.some(fits));
  const own = (groups[rank] ?? []).filter(fits).map(weigh);
  if (own.length === 0) return none;
  const oldest = Math.max(...own.map(({ weight }) => weight));
  const rest = groups.slice(rank + 1).flat();
  const older = rest
    .filter(fits)
    .map(weigh)
    .filter(({ weight }) => weight > oldest);
  return { rank, list: [...own, ...older] };
}

function isOpen({ drain, listed }: OwnAddress): boolean {
  return !drain && !listed;
}

/**
 * Where a message leaves from, for hosts of each family. What drains serves only where nothing else does. Hosts with
 * IPv6 have IPv4 as a rule, so an IPv6 address serves only what the IPv4 address of its purpose does too.
 */
export function chooseAddresses(addresses: readonly OwnAddress[], departure: SendContext): SourceAddresses {
  const { firstTriedAtMs: atMs, rcptTo } = departure;
  const groups = groupsFor(
    addresses.filter(({ unfit }) => unfit === null),
    departure,
  );
  const isSix = ({ address }: OwnAddress): boolean => isIPv6(address);
  const open = findCandidates(groups, atMs, (one) => !isSix(one) && isOpen(one));
  const four = open === none ? findCandidates(groups, atMs, (one) => !isSix(one)) : open;
  const near = four === none ? groups : groups.slice(0, four.rank + 1);
  const openSix = findCandidates(near, atMs, (one) => isSix(one) && isOpen(one));
  const six = openSix === none && four === none ? findCandidates(groups, atMs, isSix) : openSix;
  const recipient = hashText(rcptTo.toLowerCase());
  return { ipv4: pick(four, recipient), ipv6: pick(six, recipient) };
}
