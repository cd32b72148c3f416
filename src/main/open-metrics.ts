import { startMetricsServer } from '#api/metrics-server.ts';
import type { Config } from '#config/config.ts';
import { ignoreMetrics, type Metrics, type QueueGauges } from '#platform/metrics.ts';
import type { Log } from '#platform/log.ts';
import type { Cleanup } from './cleanup.ts';

interface OpenMetrics {
  readonly metrics: Metrics;
  /** The port really bound; null: nobody reads them. */
  readonly metricsPort: number | null;
  watch(read: () => Promise<QueueGauges>): void;
}

/** Their library is loaded only where they are read. @throws StartError when the port cannot be bound. */
export async function openMetrics(
  { metricsPort }: Config,
  { log }: { readonly log: Log },
  cleanup: Cleanup,
): Promise<OpenMetrics> {
  if (metricsPort === null) return { metrics: ignoreMetrics, metricsPort, watch: () => {} };
  const { createPrometheusMetrics } = await import('#platform/prometheus-metrics.ts');
  const metrics = createPrometheusMetrics();
  const server = await startMetricsServer(metricsPort, metrics, log);
  cleanup.push(server.close);
  return { metrics, metricsPort: server.port, watch: metrics.watch };
}
