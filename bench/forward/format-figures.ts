import type { Figures } from './measure.ts';

const columns = ['', 'messages/s', 'CPU ms/message (user + system)', 'PostgreSQL ms', 'p50 ms', 'p99 ms'] as const;
const firstWidth = 27;

const row = ([name = '', ...values]: readonly string[]): string =>
  name.padEnd(firstWidth) +
  values.map((value, index) => value.padStart((columns[index + 1] ?? '').length + 2)).join('');

const formatCpu = ({ cpu }: Figures): string => {
  if (cpu === null) return 'unknown';
  const { userMs, systemMs } = cpu;
  return `${(userMs + systemMs).toFixed(2)} (${userMs.toFixed(2)} + ${systemMs.toFixed(2)})`;
};

/** The head of the table of figures. */
export const formatHead = (): string => row(columns);

/** One case as a line of that table. */
export const formatFigures = (name: string, figures: Figures): string =>
  row([
    name,
    figures.messagesPerSecond.toFixed(0),
    formatCpu(figures),
    figures.databaseCpuMs?.toFixed(2) ?? 'unknown',
    figures.replyP50Ms.toFixed(1),
    figures.replyP99Ms.toFixed(1),
  ]);
