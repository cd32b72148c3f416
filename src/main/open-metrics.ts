import { startMetricsServer } from '#api/metrics-server.ts';
import type { Config } from '#config/config.ts';
import { ignoreMetrics, type Metrics } from '#platform/metrics.ts';
import type { PrometheusMetrics } from '#platform/prometheus-metrics.ts';
import type { Adapters } from './adapters.ts';
import type { Cleanup } from './cleanup.ts';

interface OpenMetrics extends Pick<PrometheusMetrics, 'watch' | 'watchDisk' | 'watchCertificates'> {
  readonly metrics: Metrics;
  /** The port really bound; null: nobody reads them. */
  readonly metricsPort: number | null;
}

const unread = {
  metrics: ignoreMetrics,
  metricsPort: null,
  watch: () => {},
  watchDisk: () => {},
  watchCertificates: () => {},
};

/** Their library is loaded only where they are read: by a server, or of a worker by its primary. @throws StartError when the port cannot be bound. */
export async function openMetrics(
  { metricsPort }: Config,
  { coordinator, log }: Adapters,
  cleanup: Cleanup,
): Promise<OpenMetrics> {
  if (metricsPort === null) return unread;
  const { createPrometheusMetrics } = await import('#platform/prometheus-metrics.ts');
  const metrics = createPrometheusMetrics();
  const { watch, watchDisk, watchCertificates } = metrics;
  if (coordinator !== null) {
    coordinator.handle('metrics', metrics.snapshot);
    return { metrics, metricsPort: null, watch, watchDisk, watchCertificates };
  }
  const server = await startMetricsServer(metricsPort, metrics, log);
  cleanup.push(server.close);
  return { metrics, metricsPort: server.port, watch, watchDisk, watchCertificates };
}
