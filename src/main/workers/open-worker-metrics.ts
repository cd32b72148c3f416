import { startMetricsServer } from '#api/metrics-server.ts';
import type { Config } from '#config/config.ts';
import type { Cleanup } from '#main/cleanup.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import type { Channel } from '#platform/channel.ts';
import type { MetricsSnapshot } from '#platform/joined-metrics.ts';
import type { Log } from '#platform/log.ts';

/** A worker that does not answer in time, as while its database is silent, is counted as it stood when it last did. */
const answerMs = 2_000;

interface WorkerMetrics {
  /** The port really bound; null: nobody reads them. */
  readonly port: number | null;
  /** Counts this worker too, for as long as it lives; what it counted stays counted. */
  join(channel: Channel): void;
}

/** The metrics of all workers as those of one program. @throws StartError when the port cannot be bound. */
export async function openWorkerMetrics({ metricsPort }: Config, log: Log, cleanup: Cleanup): Promise<WorkerMetrics> {
  if (metricsPort === null) return { port: null, join: () => {} };
  const [{ createPrometheusMetrics }, { joinMetrics, keepCounts }] = await Promise.all([
    import('#platform/prometheus-metrics.ts'),
    import('#platform/joined-metrics.ts'),
  ]);
  const own = createPrometheusMetrics();
  const last = new Map<Channel, MetricsSnapshot>();
  let departed: Promise<MetricsSnapshot> = Promise.resolve([]);

  const read = async (channel: Channel): Promise<MetricsSnapshot> => {
    const stood = last.get(channel) ?? [];
    const asked = channel.ask('metrics', null).catch(() => stood) as Promise<MetricsSnapshot>;
    const snapshot = await answerInTime(asked, answerMs, stood);
    if (last.has(channel)) last.set(channel, snapshot);
    return snapshot;
  };
  const part = async (channel: Channel): Promise<void> => {
    await channel.closed;
    const stood = last.get(channel) ?? [];
    last.delete(channel);
    departed = departed.then((before) => keepCounts([before, stood]));
  };

  const metrics = {
    contentType: own.contentType,
    text: async () => {
      const living = await Promise.all([own.snapshot(), ...[...last.keys()].map(read)]);
      return joinMetrics([...living, await departed]).metrics();
    },
  };
  const server = await startMetricsServer(metricsPort, metrics, log);
  cleanup.push(server.close);
  return {
    port: server.port,
    join: (channel) => {
      last.set(channel, []);
      void part(channel);
    },
  };
}
