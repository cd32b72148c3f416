import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Peer } from '#protocol/smtp-server/client-networks.ts';
import { SlowClientDetector } from '#protocol/smtp-server/slow-client-detector.ts';
import type { SessionContext } from '#protocol/smtp-server/session-context.ts';
import { SessionWire } from '#protocol/smtp-server/session-wire.ts';
import type { ClientPatience } from '#protocol/smtp-server/smtp-limits.ts';

/** A conversation with a client, whatever its protocol: one place of many, which it may have to give to others. */
export abstract class ClientSession {
  protected readonly peer: Peer;
  protected readonly wire: SessionWire;
  readonly pace: SlowClientDetector;
  /** What its limits and shares are counted under, narrowest first. */
  keys: readonly string[];
  /** Never rejects. Settles when the connection is gone. */
  abstract readonly done: Promise<void>;

  /** `secureContext`: of a session under TLS from its first octet. */
  constructor(
    socket: Socket,
    peer: Peer,
    { limits, clock }: Pick<SessionContext<never>, 'limits' | 'clock'>,
    secureContext: SecureContext | null,
  ) {
    this.peer = peer;
    this.keys = peer.networks;
    this.pace = new SlowClientDetector(clock);
    this.wire = new SessionWire(socket, limits, this.pace, secureContext);
  }

  /** Ends the session as soon as nothing is in hand. */
  stop(): void {
    this.wire.stop();
  }

  /** Its client keeps us waiting for longer than it may. */
  isSlow(patience: ClientPatience): boolean {
    return this.pace.isSlow(patience, this.wire.isWithinLine);
  }

  /** Ends the session whatever its client is at. */
  giveWay(fault: 'timeout' | 'crowded'): void {
    this.wire.giveUp(fault);
  }
}
