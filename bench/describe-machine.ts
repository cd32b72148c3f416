import { availableParallelism, cpus, loadavg, totalmem, type, release } from 'node:os';

const gibibyte = 1024 ** 3;

/** One line: what the figures were measured on. */
export function describeMachine(): string {
  const [load = 0] = loadavg();
  return [
    `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
    `${(totalmem() / gibibyte).toFixed(1)} GiB memory`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `load ${load.toFixed(2)} before the start`,
  ].join(', ');
}
