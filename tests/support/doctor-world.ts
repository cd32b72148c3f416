import type { DoctorContext } from '#cli/doctor/doctor-context.ts';
import { openDoctor } from '#cli/doctor/open-doctor.ts';
import type { Config } from '#config/config.ts';
import type { RunningProgram } from '#main/main.ts';
import type { Clock } from '#platform/clock.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { createPlainDialer } from '#protocol/net/dialer.ts';
import { createGuardedFetch } from '#protocol/net/guarded-fetch.ts';

/** How others see a machine that really has nothing but loopback. */
export interface OutsideView {
  /** The public address of our host. */
  readonly address: string;
  /** The ports of that address, and where they lead on this machine; others lead nowhere. */
  readonly ports: ReadonlyMap<number, number>;
  /** Where mail hosts listen. */
  readonly mailPort: number;
  /** PEM; null: nobody's certificate is trusted but those that Node.js trusts. */
  readonly authorities?: string | null;
  /** Where the time is asked for; `clock.example` unless DNS knows another. */
  readonly clockUrl: string;
  readonly clock?: Clock;
  /** As for DNS_SERVERS. */
  readonly dnsServers: readonly string[];
}

/** The doctor of the program, who finds our public address on this machine. */
export function openTestDoctor(config: Config, view: OutsideView): DoctorContext {
  const { address, ports, mailPort, authorities = null, clockUrl, clock = systemClock, dnsServers } = view;
  const doctor = openDoctor({ ...config, dnsServers }, { clock, random: systemRandom });
  const dial = createPlainDialer(2_000);
  const addresses: DoctorContext['resolver']['addresses'] = async (host) => {
    const answer = await doctor.resolver.addresses(host);
    if (answer.kind !== 'found') return answer;
    return { ...answer, records: answer.records.map((record) => (record === address ? '127.0.0.1' : record)) };
  };
  const options = { resolver: { addresses }, allowAddress: () => true, allowInsecure: true, authorities };
  const fetch = createGuardedFetch(options);
  return {
    ...doctor,
    dial: (host, port, signal) =>
      host === address ? dial('127.0.0.1', ports.get(port) ?? 1, signal) : dial(host, port, signal),
    fetch: (request) => {
      const url = new URL(request.url);
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
      url.port = String(ports.get(port) ?? port);
      return fetch({ ...request, url });
    },
    authorities,
    mailPort,
    clockUrl: new URL(clockUrl),
  };
}

/** The settings of a program with the ports that it got. */
export function withBoundPorts(config: Config, program: RunningProgram): Config {
  const { httpPort, httpsPort, mxPort, submissionPort, submissionsPort } = program;
  return {
    ...config,
    httpPort,
    httpsPort,
    mxPort: mxPort ?? 0,
    submissionPort: submissionPort ?? 0,
    submissionsPort: submissionsPort ?? 0,
  };
}
