import { AggregatorRegistry, type Registry } from 'prom-client';

/** All metrics of one process at one moment, as plain values. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Joins those of several processes into those of their program: counts and latencies are sums. */
export function joinMetrics(snapshots: readonly MetricsSnapshot[]): Registry {
  return AggregatorRegistry.aggregate([...snapshots]);
}

/** What goes on counting when its process is gone: counters that fell would look like counters begun anew. */
export async function keepCounts(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  const counts = snapshots.map((snapshot) =>
    snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type))),
  );
  return joinMetrics(counts).getMetricsAsJSON();
}
