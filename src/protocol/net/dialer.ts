import { connect, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import type { Resolver } from '#protocol/dns/resolver.ts';

/** Addresses of ours that connections may come from, by family; null: hosts of that family are not dialed. */
export interface LocalAddresses {
  readonly ipv4: { readonly address: string } | null;
  readonly ipv6: { readonly address: string } | null;
}

/** Opens a TCP connection to a host by name, from any address of ours unless `from` names them. @throws DialError */
export type Dialer = (host: string, port: number, signal: AbortSignal, from?: LocalAddresses | null) => Promise<Socket>;

/** Why there is no connection: no address to connect to, none that may be connected to, or none that answers. */
export type DialFault = 'no-name' | 'dns-trouble' | 'forbidden' | 'unreachable' | 'stopped';

/** No connection. Carries neither host nor address. */
export class DialError extends Error {
  override readonly name = 'DialError';
  readonly fault: DialFault;

  constructor(fault: DialFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface DialTarget {
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Of ours; undefined: as the system chooses. */
  readonly localAddress?: string | undefined;
}

function connectTo({ host, port, timeoutMs, signal, localAddress }: DialTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new DialError('stopped'));
      return;
    }
    const socket = connect({ host, port, localAddress, noDelay: true });
    const settle = (fault: DialFault | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('connect', onConnect).off('close', onClose);
      if (fault === null) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new DialError(fault));
    };
    const onConnect = (): void => settle(null);
    const onAbort = (): void => settle('stopped');
    const onClose = (): void => settle('unreachable');
    const timer = setTimeout(onClose, timeoutMs);
    signal.addEventListener('abort', onAbort);
    socket.once('connect', onConnect).once('close', onClose);
    // 'close' follows every 'error'; without a listener the error would end the program.
    socket.on('error', () => {});
  });
}

/** For hosts the operator named, such as the smarthost: the system's look-up, any address. */
export function createPlainDialer(timeoutMs: number): Dialer {
  return (host, port, signal) => connectTo({ host, port, timeoutMs, signal });
}

export interface GuardedDialerOptions {
  readonly resolver: Pick<Resolver, 'addresses'>;
  /** Whether an IP address may be connected to. */
  readonly allowAddress: (address: string) => boolean;
  /** For one address. */
  readonly timeoutMs: number;
}

/** The address of ours for a remote one; null: it is not to be dialed; undefined: as the system chooses. */
function localFor(remote: string, from: LocalAddresses | null): string | null | undefined {
  if (from === null) return undefined;
  return (isIPv6(remote) ? from.ipv6 : from.ipv4)?.address ?? null;
}

/** More addresses of one host than this are not tried. */
const maxAddresses = 4;

/**
 * The one dialer for hosts that a user or DNS chose. It looks the name up itself and connects to the very address it
 * has checked, so that a second answer of DNS cannot lead elsewhere.
 */
export function createGuardedDialer({ resolver, allowAddress, timeoutMs }: GuardedDialerOptions): Dialer {
  return async (host, port, signal, from = null) => {
    const answer = await resolver.addresses(host);
    if (answer.kind === 'trouble') throw new DialError('dns-trouble');
    if (answer.kind !== 'found') throw new DialError('no-name');
    const allowed = answer.records.filter(allowAddress);
    if (allowed.length === 0) throw new DialError('forbidden');
    let last: unknown = new DialError('unreachable');
    const reachable = allowed.filter((address) => localFor(address, from) !== null);
    for (const address of reachable.slice(0, maxAddresses)) {
      const localAddress = localFor(address, from) ?? undefined;
      try {
        return await connectTo({ host: address, port, timeoutMs, signal, localAddress });
      } catch (error) {
        last = error;
        if (signal.aborted) break;
      }
    }
    throw last;
  };
}
