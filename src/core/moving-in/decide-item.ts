import { isAliasName } from '#contract/alias-faults.ts';
import { spellDomain } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { parseForwardTarget } from '#contract/forward-to.ts';
import type { MoveVerdict } from '#contract/moves/move-names.ts';
import type { MoveReason } from '#contract/moves/moves.ts';
import { isReservedName } from '#contract/reserved-names/reserved-names.ts';
import { isReverseName } from '#contract/reserved-names/reverse-names.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { makeAliasName } from '#core/aliases/generated/make-alias-name.ts';
import type { MoveAlias, MoveState } from '#core/moving-in/move-state.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { splitAddress } from '#platform/addresses.ts';
import type { Random } from '#platform/random.ts';

/** What decides what can become of an alias from elsewhere. Of this account alone: nothing here tells of anybody else's. */
export interface PlanWorld {
  /** Addresses that it has. */
  readonly owned: Set<string>;
  /** Whether the successor of an address is on its checklist already. */
  readonly isMoved: (address: string) => boolean;
  /** Proven domains that are its own, or that it may use. */
  readonly proven: ReadonlySet<string>;
  /** Domains that it has there: their names can keep their addresses, once they are proven here. */
  readonly brought: ReadonlySet<string>;
  readonly choices: MoveState['choices'];
  /** Why mail cannot be forwarded to a text's inboxes; null: it can. */
  readonly findInboxFault: (forwardTo: string) => MoveReason | null;
}

export interface Decision {
  readonly verdict: MoveVerdict;
  readonly reason: MoveReason | null;
  readonly becomes: string | null;
  readonly forwardTo: string;
}

const suffixOctets = 4;
/** 32 characters, none of which is taken for another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const nameMax = 58;

/** A name with a few letters more, for one that is taken. */
export function addSuffix(random: Random, name: string): string {
  const letters = Array.from(random.bytes(suffixOctets), (octet) => alphabet[octet % alphabet.length]).join('');
  return `${name.slice(0, nameMax).replace(/\.+$/u, '')}.${letters}`;
}

/** As they are compared with names and domains of ours. */
function spelledParts(address: string): { readonly name: string; readonly domain: string } {
  const { local, domain } = splitAddress(address);
  return { name: local.toLowerCase(), domain: spellDomain(domain) };
}

function mayBeAlias(name: string): boolean {
  return isAliasName(name) && !isReverseName(name);
}

/** The same name on a domain of ours, as far as it can be one and the account does not have it. */
function newAddress(random: Random, name: string, { owned, choices: { domain } }: PlanWorld): string {
  const isGood = mayBeAlias(name) && !isReservedName(name);
  const base = isGood ? name : makeAliasName(random, 'words');
  const address = `${base}@${domain}`;
  return owned.has(address) ? `${addSuffix(random, base)}@${domain}` : address;
}

/** Its inboxes there, as far as mail can be forwarded to them at all: an IP address or a host is none. */
function forwardToOf({ inboxes }: MoveAlias, { choices }: PlanWorld): string {
  const usable = choices.replaceInboxes ? [] : inboxes.filter((inbox) => parseForwardTarget(inbox) !== null);
  return usable.length > 0 ? usable.join(', ') : choices.forwardTo;
}

/** Why mail cannot be forwarded to a text's inboxes, remembered: most aliases have the same. */
export function createInboxFaults(context: Pick<TargetContext, 'domains' | 'settings'>): PlanWorld['findInboxFault'] {
  const known = new Map<string, MoveReason | null>();
  const look = (forwardTo: string): MoveReason | null => {
    try {
      return readTargets(context, forwardTo).length === 0 ? 'inbox' : null;
    } catch (error) {
      if (error instanceof AppError) return 'inbox';
      throw error;
    }
  };
  return (forwardTo) => {
    const before = known.get(forwardTo);
    if (before !== undefined) return before;
    const fault = look(forwardTo);
    known.set(forwardTo, fault);
    return fault;
  };
}

function refuse(verdict: 'clash' | 'cannot', reason: MoveReason, forwardTo: string): Decision {
  return { verdict, reason, becomes: null, forwardTo };
}

/** Why an alias can become nothing, wherever it lies; null: it may. */
function findRefusal(
  item: MoveAlias,
  world: PlanWorld,
): (Pick<Decision, 'reason'> & { verdict: 'clash' | 'cannot' }) | null {
  const { name, domain } = spelledParts(item.address);
  if (item.pattern) return { verdict: 'cannot', reason: 'pattern' };
  if (name === '' || domain === '') return { verdict: 'cannot', reason: 'name' };
  if (world.owned.has(`${name}@${domain}`)) return { verdict: 'clash', reason: 'yours' };
  if (item.deleted) return { verdict: 'cannot', reason: 'deleted' };
  if (world.proven.has(domain)) return mayBeAlias(name) ? null : { verdict: 'cannot', reason: 'name' };
  if (world.brought.has(domain)) return { verdict: 'cannot', reason: 'unproven' };
  return world.isMoved(item.address.toLowerCase()) ? { verdict: 'clash', reason: 'moved' } : null;
}

/** What becomes of an alias from elsewhere. What is new is the account's from here on, for those after it. */
export function decideItem(random: Random, item: MoveAlias, world: PlanWorld): Decision {
  const forwardTo = forwardToOf(item, world);
  const refusal = findRefusal(item, world);
  if (refusal !== null) return refuse(refusal.verdict, refusal.reason ?? 'name', forwardTo);
  const fault = world.findInboxFault(forwardTo);
  if (fault !== null) return refuse('cannot', fault, forwardTo);
  const { name, domain } = spelledParts(item.address);
  const becomes = world.proven.has(domain) ? null : newAddress(random, name, world);
  world.owned.add(becomes ?? `${name}@${domain}`);
  return { verdict: 'new', reason: null, becomes, forwardTo };
}
