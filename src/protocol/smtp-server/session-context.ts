import type { SecureContext } from 'node:tls';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { ClientBounds } from '#protocol/smtp-server/client-bounds.ts';
import type { SessionPolicy } from '#protocol/smtp-server/session-policy.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** What all sessions of a listener share. */
export interface SessionContext<Recipient> {
  readonly hostname: string;
  /** Under what its limits are counted, apart from those of other listeners. */
  readonly listener: string;
  /** Asked at each handshake so that a renewed certificate is used; `null`: STARTTLS is not offered. */
  readonly tls: () => SecureContext | null;
  /** TLS from the first octet, instead of STARTTLS. */
  readonly implicitTls: boolean;
  readonly policy: () => SessionPolicy<Recipient>;
  readonly limits: SmtpLimits;
  readonly bounds: ClientBounds;
  readonly clock: Clock;
  readonly log: Log;
}
