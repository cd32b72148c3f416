import type { Connections } from './load/calls.ts';
import type { Figures } from './measure.ts';

const columns = ['', 'messages/s', 'CPU ms/message', 'bench', 'p50 ms', 'p99 ms', ''] as const;
const firstWidth = 34;

function row([name = '', ...values]: readonly string[], note: string): string {
  return `${
    name.padEnd(firstWidth) +
    values.map((value, index) => value.padStart((columns[index + 1] ?? '').length + 2)).join('')
  }  ${note}`.trimEnd();
}

function inMs(cpuMs: number | null): string {
  return cpuMs?.toFixed(2) ?? 'unknown';
}

/** How many messages a connection brought, and how many connections resumed a TLS session. */
function describeConnections(way: string, { opened, resumed }: Connections, messages: number): string {
  const share = ((100 * resumed) / Math.max(1, opened)).toFixed(0);
  return `${way} ${(messages / Math.max(1, opened)).toFixed(0)} a connection, ${share} % resumed`;
}

/** The head of the table of figures. */
export function formatHead(): string {
  return row(columns, '');
}

/** One case as a line of that table. */
export function formatFigures(name: string, figures: Figures): string {
  const { messages, connections } = figures;
  const parts = figures.cpuByPart.map((part) => `${part.name} ${inMs(part.cpuMs)}`).join(', ');
  return row(
    [
      name,
      figures.messagesPerSecond.toFixed(0),
      inMs(figures.cpuMs),
      inMs(figures.benchCpuMs),
      figures.replyP50Ms.toFixed(1),
      figures.replyP99Ms.toFixed(1),
    ],
    `${parts}; ${describeConnections('in', connections.in, messages)}; ${describeConnections('out', connections.out, messages)}`,
  );
}
