import type { Config } from '#config/config.ts';

/** `healthz`: the process lives. `readyz`: it serves, and its database answers. Every role has both. */
export const probes = ['healthz', 'readyz'] as const;
export type Probe = (typeof probes)[number];

const answerMs = 4_000;
const anyAddresses: readonly string[] = ['::', '0.0.0.0'];

/** Asks the program with this configuration, on this machine, as a probe of an orchestrator does. */
export async function askHealth(
  { bindAddress, httpPort }: Pick<Config, 'bindAddress' | 'httpPort'>,
  probe: Probe,
): Promise<boolean> {
  const host = anyAddresses.includes(bindAddress) ? '127.0.0.1' : bindAddress;
  const shown = host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${shown}:${httpPort}/${probe}`, { signal: AbortSignal.timeout(answerMs) });
    return answer.ok;
  } catch {
    return false;
  }
}
