import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDomains, withDomains, type DomainCommandContext } from '#cli/database.ts';
import type { EchoOptions } from '#cli/doctor/check-echo.ts';
import type { DoctorContext } from '#cli/doctor/doctor-context.ts';
import { doctorReportSchema } from '#cli/doctor/doctor-report.ts';
import { runDoctor } from '#cli/doctor/run-doctor.ts';
import { formatBackupPublicKey } from '#config/backup-public-key.ts';
import type { Config } from '#config/config.ts';
import { dkimRecord, makeStsPolicy } from '#core/domains/domain-records.ts';
import { systemClock } from '#platform/clock.ts';
import { isLoopback } from '#platform/ip.ts';
import { systemRandom } from '#platform/random.ts';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';
import { createTestDatabase } from '#support/database.ts';
import { startDnsServer, type DnsRecords, type DnsServer, type DnsEntry } from '#support/dns-server.ts';
import { openTestDoctor, withBoundPorts } from '#support/doctor-world.ts';
import { mxOperator } from '#support/mx-operator.ts';
import { startService, type RunningService } from '#support/running-service.ts';

type Report = ReturnType<typeof doctorReportSchema.parse>;
export type Complaint = Report['findings'][number];

export const patientAddress = '9.9.9.9';
export const dayMs = 24 * 60 * 60 * 1000;

/** A whole installation in good health, of which a test breaks what it likes. */
export interface Patient {
  /** What DNS says; names without a trailing dot. */
  readonly zone: Record<string, DnsEntry>;
  readonly dns: DnsServer;
  /** The ports of its public address, and where they lead. */
  readonly ports: Map<number, number>;
  /** Settings of the doctor's that differ from those of the program. */
  settings: Partial<Config>;
  /** Set forward by so much is the clock of its machine. */
  clockAheadMs: number;
  dnsServers: string[];
  /** The mail host of its operator. */
  readonly operatorHost: Server;
  readonly operatorPort: number;
  /** For commands that run beside the program. */
  command(): DomainCommandContext;
  program(): RunningService['program'];
  /** Who looks at it, with these settings. */
  doctor(more?: Partial<Config>): DoctorContext;
  /** What `doctor --json` finds wrong, beside that tests may run as root. */
  complaints(): Promise<Complaint[]>;
  /** What it says of a test mail to this address, whose mail hosts listen on `port` of this machine. */
  sendEcho(address: string, port: number): Promise<Complaint | undefined>;
  /** Does what a line of `Publish:` asks for. */
  publish(todo: string | null): void;
  /** Gives the program another certificate, which it reads by itself. */
  install(hostname: string, notBefore: number, notAfter: number): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** A second node, with the role worker alone. */
  startWorker(environment: Record<string, string>): Promise<RunningService>;
  close(): Promise<void>;
}

export function recordsOf(zone: Patient['zone'], name: string): DnsRecords {
  const entry = zone[name];
  return typeof entry === 'object' ? entry : {};
}

const line = /^(?:.*[Pp]ublish: )?(\S+)\. +IN (MX|TXT|A|TLSA) (.+)$/;

function textOf(value: string): string {
  return value.slice(1, -1).replaceAll('" "', '');
}

/** The records of a name after a line was published: it takes the place of what was there of its kind. */
const published: Record<string, (value: string, before: DnsRecords) => DnsRecords> = {
  MX: (value) => {
    const [preference, exchange = ''] = value.split(' ');
    return { MX: [{ preference: Number(preference), exchange: exchange.replace(/\.$/, '') }] };
  },
  TXT: (value, { TXT = [] }) => {
    const [tag = ''] = textOf(value).split(/[ ;]/, 1);
    return { TXT: [...TXT.filter((record) => !record.startsWith(tag)), textOf(value)] };
  },
  // The one value that the doctor cannot know.
  A: (value) => ({ A: [value.startsWith('<') ? patientAddress : value] }),
  TLSA: (value) => {
    const [usage, selector, matchingType, digest = ''] = value.split(' ');
    const numbers = { usage: Number(usage), selector: Number(selector), matchingType: Number(matchingType) };
    return { TLSA: [{ ...numbers, certificate: Buffer.from(digest, 'hex') }] };
  },
};

function publishLine(zone: Patient['zone'], text: string): void {
  const [, name = '', type = '', value = ''] = line.exec(text) ?? [];
  const before = recordsOf(zone, name);
  zone[name] = { ...before, ...published[type]?.(value, before) };
}

async function listenAsMailHost(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => void socket.end('220 mx.operator.example\r\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

async function healthyZone(command: DomainCommandContext): Promise<Patient['zone']> {
  const [domain] = await withDomains(command, readDomains);
  if (domain === undefined) throw new Error('no domain');
  const dkim = dkimRecord(domain);
  return {
    'mask.example': { MX: [{ preference: 10, exchange: 'mx.mask.example' }], TXT: ['v=spf1 a:mx.mask.example ~all'] },
    'mx.mask.example': { A: [patientAddress] },
    'web.mask.example': { A: [patientAddress] },
    'mta-sts.mask.example': { A: [patientAddress] },
    '9.9.9.9.in-addr.arpa': { PTR: ['mx.mask.example'] },
    [dkim.name]: { TXT: [dkim.value] },
    '_dmarc.mask.example': { TXT: ['v=DMARC1; p=quarantine'] },
    '_mta-sts.mask.example': { TXT: [`v=STSv1; id=${makeStsPolicy('mx.mask.example', true).id}`] },
    'operator.example': { MX: [{ preference: 10, exchange: 'mx.operator.example' }] },
    'mx.operator.example': { A: ['127.0.0.1'] },
    'clock.example': { A: ['127.0.0.1'] },
  };
}

/** Starts one for the domain `mask.example`, on a database of its own. */
export async function admitPatient(): Promise<Patient> {
  const { url, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'kauke-patient-'));
  const dns = await startDnsServer();
  const { server: operatorHost, port: operatorPort } = await listenAsMailHost();
  let certificate = '';
  const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') };
  const install: Patient['install'] = async (hostname, notBefore, notAfter) => {
    const { cert, key } = makeSelfSignedCertificate({ hostname, notBefore, notAfter });
    certificate = cert;
    await writeFile(files.TLS_KEY_FILE, key, { mode: 0o600 });
    await writeFile(files.TLS_CERT_FILE, cert);
  };
  const now = systemClock.now();
  await install('*.mask.example', now - dayMs, now + 90 * dayMs);
  const environment = {
    DELIVERY: 'mx',
    MAIL_DOMAINS: 'mask.example',
    MAIL_HOSTNAME: 'mx.mask.example',
    ...mxOperator,
    ...files,
    PUBLIC_URL: 'https://web.mask.example',
    HTTPS_PORT: '0',
    DNSBL_ZONES: 'bl.example',
    SPOOL_MAX: '1 MiB',
    ALARM_URL: 'https://chat.home.example/hooks/mask',
    DNS_SERVERS: dns.address,
    DATABASE_URL: url,
    SECRET_KEY: systemRandom.bytes(32).toString('base64'),
    BACKUP_PUBLIC_KEY: formatBackupPublicKey(systemRandom.bytes(32)),
  };
  // The mail host of its operator breaks off after the greeting: what goes there waits.
  const adapters = { mailHosts: { port: operatorPort, allowAddress: isLoopback } };
  const startNode = (more: Record<string, string>) => startService({ ...environment, ...more }, adapters);
  let service = await startNode({ ROLES: 'web,mx,submission' });
  const zone = await healthyZone(service.command);
  const ports = new Map<number, number>();
  const leadHere = (): void => {
    const { httpsPort, mxPort, submissionPort, submissionsPort } = service.program;
    for (const [from, to] of [
      [operatorPort, mxPort],
      [443, httpsPort],
      [587, submissionPort],
      [465, submissionsPort],
    ] as const) {
      ports.set(from, to ?? 0);
    }
  };
  leadHere();
  const examine = async (echo: EchoOptions | null): Promise<Report> => {
    const doctor = patient.doctor();
    const command = { ...service.command, config: doctor.config };
    const printed: string[] = [];
    await runDoctor(command, doctor, (text) => printed.push(text), { json: true, echo });
    return doctorReportSchema.parse(JSON.parse(printed.join('\n')));
  };
  const patient: Patient = {
    zone,
    dns,
    ports,
    settings: {},
    clockAheadMs: 0,
    dnsServers: [dns.address],
    operatorHost,
    operatorPort,
    command: () => service.command,
    program: () => service.program,
    doctor: (more = {}) => {
      dns.replace(zone);
      const config = { ...withBoundPorts(service.command.config, service.program), ...patient.settings, ...more };
      return openTestDoctor(config, {
        address: patientAddress,
        ports,
        mailPort: operatorPort,
        authorities: certificate,
        clockUrl: `http://clock.example:${service.program.httpPort}`,
        clock: { now: () => systemClock.now() + patient.clockAheadMs },
        dnsServers: patient.dnsServers,
      });
    },
    complaints: async () => {
      const { findings, faults } = await examine(null);
      const wrong = findings.filter(({ state }) => state !== 'ok');
      if (wrong.filter(({ state }) => state === 'fault').length !== faults) throw new Error('faults are miscounted');
      return wrong.filter(({ check }) => check !== 'user');
    },
    sendEcho: async (address, port) => {
      const { findings } = await examine({ address, mailHosts: { port, allowAddress: () => true }, waitMs: 3_000 });
      return findings.find(({ check }) => check === 'echo');
    },
    publish: (todo) => {
      for (const text of (todo ?? '').split('\n').filter((one) => line.test(one))) publishLine(zone, text);
    },
    install,
    stop: () => service.stop(),
    start: async () => {
      service = await startNode({ ROLES: 'web,mx,submission' });
      leadHere();
    },
    startWorker: (more) => startNode({ ROLES: 'worker', ...more }),
    close: async () => {
      await service.stop();
      await dns.close();
      operatorHost.close();
      await rm(folder, { recursive: true, force: true });
      await drop();
    },
  };
  return patient;
}

/** The SHA-256 of nothing we know, as a record that pins a key which is not ours. */
export const foreignPin = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32, 7) };
