import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';

/** The name the receiver's certificate is for, and the PEM of what signed it. */
export const receiverHost = 'hooks.example';
const certificate = makeSelfSignedCertificate({
  hostname: receiverHost,
  notBefore: Date.UTC(2020, 0),
  notAfter: Date.UTC(2060, 0),
});
export const receiverAuthority = certificate.cert;

export interface WebhookCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers one call, or leaves it without an answer. */
export type WebhookAnswer = (response: ServerResponse, call: WebhookCall) => void;

/** A program of an alias's owner that takes webhooks, on loopback. */
export interface WebhookReceiver {
  readonly port: number;
  readonly calls: readonly WebhookCall[];
  /** What it does from now on; 204 until then. */
  answer(how: number | WebhookAnswer): void;
  /** Resolves when `count` calls have come since the start. */
  came(count: number): Promise<readonly WebhookCall[]>;
  stop(): Promise<void>;
}

function withStatus(status: number): WebhookAnswer {
  return (response) => {
    response.writeHead(status).end();
  };
}

/** Starts a receiver on a free port of `host`, over https unless told otherwise. */
export async function startWebhookReceiver({ secure = true, host = '127.0.0.1' } = {}): Promise<WebhookReceiver> {
  const calls: WebhookCall[] = [];
  const news = new EventEmitter();
  let how = withStatus(204);
  const onRequest: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, path: url, headers, body: Buffer.concat(chunks) };
      calls.push(call);
      news.emit('call');
      how(response, call);
    });
  };
  const server = secure ? createTlsServer(certificate, onRequest) : createServer(onRequest);
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    answer: (next) => {
      how = typeof next === 'number' ? withStatus(next) : next;
    },
    came: async (count) => {
      while (calls.length < count) await once(news, 'call');
      return calls;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
