import { percentile } from '../forward/percentile.ts';
import type { HelperProcess } from '../helper-process.ts';
import { readPostgresCpuTime, readProgramCpuTime, type CpuTime } from '../process-usage.ts';
import type { ApiOrder, ApiTimes, LoadCalls } from './calls.ts';

export interface Case {
  readonly name: string;
  /** The server that is asked. */
  readonly pid: number;
  readonly order: ApiOrder;
  readonly warmUpRequests: number;
  /** What the 99th percentile may be; null: only measured. */
  readonly budgetMs: number | null;
}

export interface Figures extends ApiTimes {
  readonly requestsPerSecond: number;
  /** Of the server, for one request; null where the system does not tell. Other work on the machine hardly moves it. */
  readonly cpuMs: number | null;
  /** Of the embedded PostgreSQL, for one request. */
  readonly databaseCpuMs: number | null;
}

const timeoutMs = 300_000;

function spentMs(before: CpuTime | null, after: CpuTime | null): number | null {
  return before === null || after === null ? null : after.userMs + after.systemMs - before.userMs - before.systemMs;
}

/** @throws Error when an answer is not what it should be. */
export async function measureCase(load: HelperProcess<LoadCalls>, measured: Case): Promise<Figures> {
  const { order, pid, warmUpRequests } = measured;
  if (warmUpRequests > 0) await load.call('run', { ...order, requests: warmUpRequests }, timeoutMs);
  const [cpu, databaseCpu] = [readProgramCpuTime(pid), readPostgresCpuTime(pid)];
  const times = await load.call('run', order, timeoutMs);
  const each = (spent: number | null): number | null => spent && spent / order.requests;
  return {
    ...times,
    requestsPerSecond: order.requests / times.seconds,
    cpuMs: each(spentMs(cpu, readProgramCpuTime(pid))),
    databaseCpuMs: each(spentMs(databaseCpu, readPostgresCpuTime(pid))),
  };
}

const columns = ['', 'requests/s', 'p50 ms', 'p99 ms', 'budget ms', 'CPU ms', 'PostgreSQL ms', 'answer KiB'] as const;
const firstWidth = 32;

function formatRow([name = '', ...values]: readonly string[]): string {
  return (
    name.padEnd(firstWidth) +
    values.map((value, index) => value.padStart((columns[index + 1] ?? '').length + 2)).join('')
  );
}

/** The head of the table of figures. */
export function formatHead(): string {
  return formatRow(columns);
}

/** One case as a line of that table. */
export function formatFigures({ name, budgetMs }: Case, figures: Figures): string {
  return formatRow([
    name,
    figures.requestsPerSecond.toFixed(0),
    percentile(figures.answerMs, 50).toFixed(2),
    percentile(figures.answerMs, 99).toFixed(2),
    budgetMs === null ? '' : `${budgetMs}`,
    figures.cpuMs?.toFixed(2) ?? 'unknown',
    figures.databaseCpuMs?.toFixed(2) ?? '',
    (figures.bytes / 1024).toFixed(1),
  ]);
}
