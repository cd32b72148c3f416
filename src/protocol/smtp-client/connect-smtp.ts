import { DeliveryFailure } from '#protocol/smtp-client/delivery-failure.ts';
import type { Dialer } from '#protocol/net/dialer.ts';
import { openSmtpConnection, type OpenOptions } from '#protocol/smtp-client/open-smtp-connection.ts';
import type { SmtpConnection } from '#protocol/smtp-client/smtp-connection.ts';
import type { TlsSessions } from '#protocol/smtp-client/tls-sessions.ts';

export interface ConnectOptions extends Omit<OpenOptions, 'resumption'> {
  readonly dialer: Dialer;
  readonly port: number;
  readonly sessions: TlsSessions;
}

/**
 * Dials a host and opens the conversation; once more, without the last TLS session, when it broke with one. Sessions
 * are kept apart by what was proven with them; DANE begins anew each time, as the records may have changed.
 * @throws DialError, DeliveryFailure
 */
export async function connectSmtp({ dialer, port, sessions, ...options }: ConnectOptions): Promise<SmtpConnection> {
  const { host, signal, tls } = options;
  const name = `${tls.proof.kind} ${host}`;
  let offered = false;
  const keep = (session: Buffer): void => {
    if (tls.proof.kind !== 'dane') sessions.keep(name, session);
  };
  const offer = (): Buffer | null => {
    const session = sessions.find(name);
    offered = session !== null;
    return session;
  };
  const open = async (): Promise<SmtpConnection> =>
    openSmtpConnection(await dialer(host, port, signal), { ...options, resumption: { offer, keep } });
  try {
    return await open();
  } catch (error) {
    const broke = error instanceof DeliveryFailure && error.outcome.code === null;
    if (!offered || !broke || signal.aborted) throw error;
    sessions.distrust(name);
    return open();
  }
}
