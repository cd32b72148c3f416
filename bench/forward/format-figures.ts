import type { Figures } from './measure.ts';

const columns = ['', 'messages/s', 'CPU ms/message', 'p50 ms', 'p99 ms', ''] as const;
const firstWidth = 30;

function row([name = '', ...values]: readonly string[], note: string): string {
  return `${
    name.padEnd(firstWidth) +
    values.map((value, index) => value.padStart((columns[index + 1] ?? '').length + 2)).join('')
  }  ${note}`.trimEnd();
}

function inMs(cpuMs: number | null): string {
  return cpuMs?.toFixed(2) ?? 'unknown';
}

/** The head of the table of figures. */
export function formatHead(): string {
  return row(columns, '');
}

/** One case as a line of that table. */
export function formatFigures(name: string, figures: Figures): string {
  return row(
    [
      name,
      figures.messagesPerSecond.toFixed(0),
      inMs(figures.cpuMs),
      figures.replyP50Ms.toFixed(1),
      figures.replyP99Ms.toFixed(1),
    ],
    figures.cpuByPart.map((part) => `${part.name} ${inMs(part.cpuMs)}`).join(', '),
  );
}
