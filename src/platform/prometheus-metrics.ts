import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricsSnapshot } from '#platform/joined-metrics.ts';
import type { CertificateGauges, DiskGauges, Metrics, QueueGauges } from '#platform/metrics.ts';

export interface PrometheusMetrics extends Metrics {
  /** Asks for what is true now, whenever the metrics are read. Called once. */
  watch(read: () => Promise<QueueGauges>): void;
  /** Asks for the state of the disk whenever the metrics are read. Called once. */
  watchDisk(read: () => DiskGauges): void;
  /** Asks for the state of the certificates in use whenever the metrics are read. Called once. */
  watchCertificates(read: () => CertificateGauges): void;
  /** All metrics in the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>;
  readonly contentType: string;
  /** The same as values, to be joined with those of other processes. */
  snapshot(): Promise<MetricsSnapshot>;
}

const webSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const mailSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 60, 600];

function createGauges(registers: Registry[], read: () => Promise<QueueGauges>): void {
  const oldest = new Gauge({
    name: 'kauke_spool_oldest_seconds',
    help: 'Age of the longest waiting delivery',
    aggregator: 'first',
    registers,
  });
  const connections = new Gauge({ name: 'kauke_database_connections', help: 'Of this program', registers });
  new Gauge({
    name: 'kauke_spool_deliveries',
    help: 'Deliveries that wait',
    aggregator: 'first',
    registers,
    async collect() {
      const { spoolWaiting, spoolOldestSeconds, databaseConnections } = await read();
      this.set(spoolWaiting);
      oldest.set(spoolOldestSeconds);
      connections.set(databaseConnections);
    },
  });
}

function createCertificateGauges(registers: Registry[], read: () => CertificateGauges): void {
  new Gauge({
    name: 'kauke_certificate_seconds',
    help: 'Until the first of the certificates in use ends',
    aggregator: 'min',
    registers,
    collect() {
      this.set(read().certificateSeconds);
    },
  });
  new Gauge({
    name: 'kauke_certificates_failing',
    help: 'Certificates that cannot be got or renewed at present',
    aggregator: 'max',
    registers,
    collect() {
      this.set(read().certificatesFailing);
    },
  });
}

function createDiskGauges(registers: Registry[], read: () => DiskGauges): void {
  new Gauge({
    name: 'kauke_disk_free_bytes',
    help: 'Of the disk of DATA_DIR',
    aggregator: 'min',
    registers,
    collect() {
      this.set(read().diskFreeBytes);
    },
  });
  new Gauge({
    name: 'kauke_storing',
    help: '1: mail that must wait is taken; 0: it is put off, as the disk has no room',
    aggregator: 'min',
    registers,
    collect() {
      this.set(read().storing ? 1 : 0);
    },
  });
}

/** Counts and latencies for Prometheus. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'kauke_' });
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name: `kauke_${name}_total`, help, labelNames: [...labelNames], registers });
  const histogram = (name: string, help: string, labelNames: readonly string[], buckets: number[]) =>
    new Histogram({ name: `kauke_${name}_seconds`, help, labelNames: [...labelNames], buckets, registers });

  const requests = histogram('http_request', 'Time to answer a request', ['method', 'route', 'status'], webSeconds);
  const connections = counter('smtp_connections', 'Clients of the mail listeners', ['listener']);
  const slowClients = counter('slow_clients', 'Clients sent away because they kept us waiting', ['listener']);
  const refusedShares = counter('shares_refused', 'Those who asked for more than their share', ['budget']);
  const messages = histogram('message', 'Final dot to reply', ['listener', 'code'], mailSeconds);
  const authentications = counter('authentications', 'What was found out about senders', ['method', 'result']);
  const mailReports = counter('mail_reports', 'Reports of DMARC and TLS that came', ['outcome']);
  const deliveries = histogram('delivery', 'Attempts to deliver', ['way', 'outcome'], mailSeconds);

  return {
    request: ({ method, route, status }, seconds) => requests.observe({ method, route, status }, seconds),
    smtpConnection: (listener) => connections.inc({ listener }),
    slowClient: (listener) => slowClients.inc({ listener }),
    shareRefused: (budget) => refusedShares.inc({ budget }),
    message: (listener, code, seconds) => messages.observe({ listener, code }, seconds),
    authentication: (method, result) => authentications.inc({ method, result }),
    mailReport: (outcome) => mailReports.inc({ outcome }),
    delivery: (way, outcome, seconds) => deliveries.observe({ way, outcome }, seconds),
    watch: (read) => createGauges(registers, read),
    watchDisk: (read) => createDiskGauges(registers, read),
    watchCertificates: (read) => createCertificateGauges(registers, read),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    snapshot: () => registry.getMetricsAsJSON(),
  };
}
