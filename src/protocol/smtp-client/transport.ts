import type { Log } from '#platform/log.ts';

/** One message to one recipient, ready for the wire. */
export interface DeliveryRequest {
  /** UUID of the delivery, the same in all its attempts. */
  readonly deliveryId: string;
  /** The target it goes to; null where the recipient is no target. */
  readonly targetId: string | null;
  /** Envelope sender; empty for `<>`. */
  readonly mailFrom: string;
  /** An address, or the https URL of a webhook. */
  readonly rcptTo: string;
  /** The whole message with CRLF line ends, in pieces: the header block, then the body; not dot-stuffed. */
  readonly content: readonly Buffer[];
  /** The same in ASCII, for a server that takes nothing else (RFC 6152 §3); null or absent: there is no such form. */
  readonly sevenBit?: () => Promise<readonly Buffer[] | null>;
  /** An address needs SMTPUTF8 (RFC 6531 §3.5). */
  readonly smtpUtf8: boolean;
  /** Where it leaves from; null or absent: as the system chooses. */
  readonly from?: SourceAddresses | null;
}

/** An address of ours, and the name it gives in EHLO. */
export interface SourceAddress {
  readonly address: string;
  readonly hostname: string;
}

/** For hosts of each family the address of ours that they see; null: such hosts are not dialed. */
export interface SourceAddresses {
  readonly ipv4: SourceAddress | null;
  readonly ipv6: SourceAddress | null;
}

export type Outcome = { readonly kind: 'delivered' } | RefusedOutcome | DeferredOutcome;

/** 5yz, null MX, or a fault no retry can mend. */
export interface RefusedOutcome {
  readonly kind: 'refused';
  readonly code: number;
  readonly enhanced: string | null;
  readonly stage: DeliveryStage;
}

/** 4yz, no connection, time-out before the final dot. */
export interface DeferredOutcome {
  readonly kind: 'deferred';
  readonly code: number | null;
  readonly enhanced: string | null;
  readonly stage: DeliveryStage;
}

export type DeliveryStage = 'dns' | 'connect' | 'greeting' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data';

/** A delivery under way. */
export interface Attempt {
  /** Never rejects. Ends by itself within the transport's own time limits (10 min for the final dot, RFC 5321 §4.5.3.2.6). */
  readonly outcome: Promise<Outcome>;
  /** True from the moment the final dot may have been sent: stopping now could make a second copy. */
  readonly pastFinalDot: () => boolean;
  /** Ends the attempt as `deferred`; does nothing once the final dot was sent. */
  stop(): void;
}

/** Where outbound mail goes: the recipient's MX, a smarthost or the preview inbox. */
export interface Transport {
  /** Groups deliveries that share limits and fate: the recipient's domain, a webhook's host, or one name for a smarthost. */
  destinationOf(rcptTo: string): string;
  attempt(message: DeliveryRequest): Attempt;
  /** Closes idle connections; attempts under way go on. */
  close(): Promise<void>;
}

/** Whether a transaction with these addresses needs SMTPUTF8 (RFC 6531 §3.5): one of them is not ASCII. */
export function needsSmtpUtf8(mailFrom: string, rcptTo: string): boolean {
  return /[^\x00-\x7f]/.test(mailFrom + rcptTo);
}

/** An attempt that ended without an answer to the message: what it means for the delivery, and what else may be tried. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  readonly outcome: Exclude<Outcome, { kind: 'delivered' }>;
  /** Of a failure at `tls`, as far as it is known. */
  readonly tlsFault: TlsFault | null;

  constructor(outcome: Exclude<Outcome, { kind: 'delivered' }>, tlsFault: TlsFault | null = null) {
    super(`${outcome.kind} at ${outcome.stage}`);
    this.outcome = outcome;
    this.tlsFault = tlsFault;
  }
}

/** Why a connection is not as safe as it should be (RFC 8460 §4.3). */
export type TlsFault =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'validation-failure';

/** Try again later: the connection cannot be encrypted as it must be. */
export function unsafe(fault: TlsFault): DeliveryFailure {
  return new DeliveryFailure({ kind: 'deferred', code: null, enhanced: null, stage: 'tls' }, fault);
}

/** Try again later; `code` is the server's, null when it said nothing. */
export function deferred(stage: DeliveryStage, code: number | null = null, enhanced: string | null = null) {
  return new DeliveryFailure({ kind: 'deferred', code, enhanced, stage });
}

/** How an attempt is watched and ended from outside. */
export interface AttemptControl {
  readonly signal: AbortSignal;
  /** Told just before the final dot may leave. */
  finalDot(): void;
}

const stopped: Outcome = { kind: 'deferred', code: null, enhanced: null, stage: 'connect' };

/** Starts `deliver` as an attempt that can be stopped until it tells of its final dot. Faults of ours are deferrals. */
export function startAttempt(log: Log, deliver: (control: AttemptControl) => Promise<Outcome>): Attempt {
  const stopping = new AbortController();
  let pastFinalDot = false;
  const finalDot = (): void => {
    pastFinalDot = true;
  };

  const work = async (): Promise<Outcome> => {
    try {
      return await deliver({ signal: stopping.signal, finalDot });
    } catch (error) {
      if (error instanceof DeliveryFailure) return error.outcome;
      log.error('delivery_attempt_failed', error);
      return stopped;
    }
  };
  return {
    outcome: new Promise((resolve) => {
      // DNS cannot be interrupted, so a stopped attempt does not wait for its work to notice.
      stopping.signal.addEventListener('abort', () => resolve(stopped), { once: true });
      void work().then(resolve);
    }),
    pastFinalDot: () => pastFinalDot,
    stop: () => {
      if (!pastFinalDot) stopping.abort();
    },
  };
}
