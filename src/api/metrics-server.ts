import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { StartError } from '#config/start-error.ts';
import type { PrometheusMetrics } from '#platform/prometheus-metrics.ts';
import type { Log } from '#platform/log.ts';

export interface MetricsServer {
  /** The port really bound. */
  readonly port: number;
  close(): Promise<void>;
}

/** Only this machine may read them; a collector elsewhere needs a proxy that its operator decides about. */
const host = '127.0.0.1';
const requestTimeoutMs = 10_000;

/**
 * Answers `GET /metrics` on a loopback port of its own.
 * @throws StartError when the port cannot be bound.
 */
export async function startMetricsServer(
  port: number,
  metrics: Pick<PrometheusMetrics, 'text' | 'contentType'>,
  log: Log,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error('metrics.failed', error);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw StartError.ofListener('METRICS_PORT', host, port, error);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
