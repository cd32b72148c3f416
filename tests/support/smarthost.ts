import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import type { SmarthostConfig } from '#config/config.ts';
import { createPlainDialer } from '#protocol/net/dialer.ts';
import { defaultPoolLimits, type PoolLimits } from '#protocol/smtp-client/connection-pool.ts';
import { createSmarthostTransport } from '#protocol/smtp-client/smarthost-transport.ts';
import { defaultSmtpTimeouts, type SmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import { patience } from '#support/patience.ts';
import { silentLog } from '#support/silent-log.ts';
import { startSmtpSink, type SinkOptions, type SmtpSink } from '#support/smtp-sink.ts';

/** Ways to a smarthost; what a test starts ends with it. */

export const message: DeliveryRequest = {
  deliveryId: '9b2f1c1e-3f63-4b7b-9c33-0d0a5b7f8f11',
  targetId: null,
  mailFrom: 'b=token@mask.example',
  rcptTo: 'inbox@target.example',
  content: [Buffer.from('Subject: hi\r\n\r\n'), Buffer.from('.dot\r\nlast line\r\n')],
  smtpUtf8: false,
};

let cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.map((cleanUp) => cleanUp()));
  cleanUps = [];
});

/** A connection waits for the next message as long as a busy machine may take to make it. */
export const patientPool: PoolLimits = { ...defaultPoolLimits, idleMs: patience.pollMs };

/** The transport to a server on this machine. */
export function transportTo(
  port: number,
  smarthost: Partial<SmarthostConfig> = {},
  timeouts: Partial<SmtpTimeouts> = {},
  poolLimits: PoolLimits = patientPool,
): Transport {
  const transport = createSmarthostTransport({
    smarthost: { host: '127.0.0.1', port, implicitTls: false, user: null, password: null, ...smarthost },
    ownHostname: 'mx.kauke.example',
    dialer: createPlainDialer(1000),
    timeouts: { ...defaultSmtpTimeouts, ...timeouts },
    poolLimits,
    log: silentLog,
  });
  cleanUps.push(() => transport.close());
  return transport;
}

export async function sinkWith(options: SinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  cleanUps.push(() => sink.stop());
  return sink;
}

/** A server that says what a test wants, octet for octet. */
export async function rawServer(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => server.close());
  return (server.address() as AddressInfo).port;
}
