import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { choosePorts } from '#config/choose-ports.ts';
import type { Config } from '#config/config.ts';
import { certificateFaults } from '#config/certificate-faults.ts';
import { chooseFacts } from '#config/facts/fact-variables.ts';
import {
  dataDirOf,
  type Environment,
  findMisnamed,
  gatherSettings,
  type Surroundings,
  textOf,
  variableNames,
} from '#config/gather-settings.ts';
import { routeFaults } from '#config/routes.ts';
import { ConfigError } from '#config/start-error.ts';
import { variables, type VariableName, type VariableValues } from '#config/variables.ts';
import { isWeakSecret } from '#config/weak-secret.ts';
import { splitAddress } from '#platform/addresses.ts';

/** What the defaults depend on beside the environment. */
export interface Machine {
  readonly isRoot: boolean;
  /** Absolute path; relative paths start here. */
  readonly workingDirectory: string;
  /** That this process may use. */
  readonly processors: number;
}

/** Unless more are asked for: beyond them the database is what is busy. */
const workersMax = 4;

function fault(name: VariableName, text: string): string {
  const variable = variables[name];
  const got = 'secret' in variable ? `a value of ${text.length} characters` : JSON.stringify(text);
  return `${name}: got ${got}; takes ${variable.takes}`;
}

function readValue(name: VariableName, text: string, faults: string[]): unknown {
  const variable = variables[name];
  const fallback = 'fallback' in variable ? variable.value.parse(variable.fallback) : null;
  if (text === '') return fallback;
  const result = variable.value.safeParse(text);
  if (result.success) return result.data;
  // A list says of each of its parts what is wrong with it.
  const parts = result.error.issues.flatMap((issue) => (issue.code === 'custom' ? (issue.params ?? []) : []));
  const lines = parts.map(({ got, takes }) => `${name}: got ${JSON.stringify(got)}; takes ${takes}`);
  faults.push(...(lines.length > 0 ? lines : [fault(name, text)]));
  return fallback;
}

function readValues(environment: Environment, faults: string[]): VariableValues {
  return Object.fromEntries(
    variableNames.map((name) => [name, readValue(name, textOf(environment, name), faults)]),
  ) as VariableValues;
}

function findUnknown(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => findMisnamed(name, { strict: name.startsWith('KAUKE_') }) ?? []);
}

function chooseDelivery(values: VariableValues, environment: Environment): Config['delivery'] {
  // All other mail is the provider's.
  if (values.FORWARDING_PROVIDER === 'improvmx') return 'smarthost';
  if (values.DELIVERY !== null) return values.DELIVERY;
  // By the text: a malformed URL must not lead to faults about preview as well.
  if (textOf(environment, 'SMARTHOST_URL') !== '') return 'smarthost';
  return textOf(environment, 'MAIL_DOMAINS') === '' ? 'preview' : 'mx';
}

/** The name in greetings. An address is written as a literal (RFC 5321 §4.1.3). */
function chooseHostname({ MAIL_HOSTNAME: hostname, PUBLIC_URL: publicUrl }: VariableValues): string {
  if (hostname !== null) return hostname;
  const host = publicUrl === null ? 'localhost' : new URL(publicUrl).hostname;
  if (host.startsWith('[')) return host.replace('[', '[IPv6:');
  return isIP(host) === 4 ? `[${host}]` : host;
}

function chooseImprovmx(values: VariableValues): Config['improvmx'] {
  const { FORWARDING_PROVIDER: provider, IMPROVMX_API_KEY: apiKey, IMPROVMX_API_URL: apiUrl } = values;
  // Without a key the start ends with a fault of its own.
  return provider === 'improvmx' ? Object.freeze({ apiKey: apiKey ?? '', apiUrl }) : null;
}

function chooseAcme({ ACME_EMAIL: email, ACME_DIRECTORY: directory }: VariableValues): Config['acme'] {
  return email === null ? null : Object.freeze({ email, ...directory });
}

/** Mail comes in, and leaves from mail programs, where the provider is. */
function chooseRoles({ FORWARDING_PROVIDER: provider, ROLES: roles }: VariableValues): Config['roles'] {
  return provider === 'improvmx' ? new Set([...roles].filter((role) => role !== 'mx' && role !== 'submission')) : roles;
}

function buildMail(values: VariableValues, delivery: Config['delivery']) {
  return {
    ...choosePorts(values, delivery),
    proxyProtocol: Object.freeze(values.PROXY_PROTOCOL ?? []),
    mailDomains: Object.freeze(values.MAIL_DOMAINS),
    mailHostname: chooseHostname(values),
    smarthost: Object.freeze(values.SMARTHOST_URL),
    sendFrom: values.SEND_FROM ?? [],
    routes: values.ROUTES ?? [],
    dnsServers: Object.freeze(values.DNS_SERVERS ?? []),
    registration: values.REGISTRATION,
    newAccountsSend: values.NEW_ACCOUNTS_SEND,
    quotas: {
      aliases: values.ALIASES_PER_ACCOUNT,
      unconfirmedAliases: values.ALIASES_UNCONFIRMED,
      targets: values.TARGETS_PER_ACCOUNT,
      apiKeys: values.API_KEYS_PER_ACCOUNT,
    },
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    targetConfirmation: values.TARGET_CONFIRMATION,
    cutThrough: values.CUT_THROUGH,
    arc: values.ARC,
    dkimEd25519: values.DKIM_ED25519 === 'on',
    unauthenticatedMail: values.UNAUTHENTICATED_MAIL ?? (delivery === 'mx' ? 'refuse' : 'mark'),
    trustedSealers: Object.freeze(values.TRUSTED_SEALERS),
    reportsSent: { dmarc: values.DMARC_REPORTS === 'on', tls: values.TLS_REPORTS === 'on' },
    dnsblZones: Object.freeze(values.DNSBL_ZONES ?? []),
    rspamd: Object.freeze(values.RSPAMD_URL),
    spoolMaxBytes: values.SPOOL_MAX,
    heldMaxBytes: values.HELD_MAX,
    insecureWebhooks: values.WEBHOOK_ALLOW_INSECURE === 'true',
  };
}

function buildBackup(
  { BACKUP_PUBLIC_KEY: publicKey, BACKUP_DIR: folder, BACKUP_KEEP: keep }: VariableValues,
  absolute: (path: string) => string,
): Config['backup'] {
  return Object.freeze({ publicKey, folder: folder === null ? null : absolute(folder), keep });
}

function build(values: VariableValues, environment: Environment, machine: Machine): Omit<Config, 'settingsFile'> {
  const delivery = chooseDelivery(values, environment);
  const absolute = (path: string): string => resolve(machine.workingDirectory, path);
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = values;
  const { GOOGLE_CLIENT_ID: googleId, GOOGLE_CLIENT_SECRET: googleSecret } = values;
  return {
    delivery,
    runAs: Object.freeze(values.RUN_AS),
    dataDir: dataDirOf({ ...machine, environment }),
    databaseUrl: values.DATABASE_URL,
    secretKey: values.SECRET_KEY,
    backup: buildBackup(values, absolute),
    releasePublicKey: values.RELEASE_PUBLIC_KEY,
    publicUrl: values.PUBLIC_URL,
    bindAddress: values.BIND_ADDRESS ?? (delivery === 'preview' ? '127.0.0.1' : '::'),
    httpPort: values.HTTP_PORT,
    httpsPort: values.HTTPS_PORT,
    redirectPort: values.REDIRECT_PORT,
    trustedProxies: Object.freeze(values.TRUSTED_PROXIES ?? []),
    ...buildMail(values, delivery),
    operatorEmail: values.OPERATOR_EMAIL,
    privacyEmail: values.PRIVACY_EMAIL,
    links: Object.freeze({
      docs: values.DOCS_URL,
      social: values.SOCIAL_URL,
      video: values.VIDEO_URL,
      reviewSite: values.REVIEW_SITE_URL,
      review: values.REVIEW_URL,
      feedback: values.FEEDBACK_URL,
    }),
    legal: { operatorName: values.OPERATOR_NAME, ...chooseFacts(values, delivery === 'preview') },
    google:
      googleId === null || googleSecret === null
        ? null
        : Object.freeze({ clientId: googleId, clientSecret: googleSecret, issuer: values.GOOGLE_ISSUER }),
    metricsPort: values.METRICS_PORT,
    improvmx: chooseImprovmx(values),
    ownDomains: values.OWN_DOMAINS === 'on' && values.FORWARDING_PROVIDER === 'builtin',
    subdomains: Object.freeze(values.FORWARDING_PROVIDER === 'builtin' ? values.SUBDOMAINS : []),
    roles: chooseRoles(values),
    workers: values.WORKERS ?? (delivery === 'preview' ? 1 : Math.min(machine.processors, workersMax)),
    tls:
      certFile === null || keyFile === null
        ? null
        : Object.freeze({ certFile: absolute(certFile), keyFile: absolute(keyFile) }),
    acme: chooseAcme(values),
    alarms: Object.freeze({ url: values.ALARM_URL, ntfyUrl: values.ALARM_NTFY_URL }),
    heartbeatUrl: values.HEARTBEAT_URL,
  };
}

/** Nobody speaks to the world in another's legal name. */
const neededForMx = ['PUBLIC_URL', 'OPERATOR_NAME', 'OPERATOR_COUNTRY'] as const;

/** Mails to strangers must not lead each of them to his own machine (RFC 6761 §6.3). */
function findLoopback({ delivery, publicUrl }: Pick<Config, 'delivery' | 'publicUrl'>): string[] {
  const isLoopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/u.test(new URL(publicUrl ?? 'x:').hostname);
  if (delivery !== 'mx' || !isLoopback) return [];
  return [`PUBLIC_URL: got "${publicUrl}", but DELIVERY is mx; takes the address that people reach the web app at`];
}

/** Rules between variables. A variable that is set but malformed has its own fault already. */
function checkTogether(config: Omit<Config, 'settingsFile'>, environment: Environment): string[] {
  const isSet = (name: VariableName): boolean => textOf(environment, name) !== '';
  const missing = (name: VariableName, reason: string): string =>
    `${name}: got nothing, but ${reason}; takes ${variables[name].takes}`;
  const isPreview = config.delivery === 'preview';
  const hasProvider = config.improvmx !== null;
  const operatorDomain = splitAddress(config.operatorEmail ?? '').domain;
  type Rule = [isBroken: boolean, line: string];
  const needs = (name: VariableName, other: VariableName): Rule => [
    isSet(name) && !isSet(other),
    missing(other, `${name} is set`),
  ];
  const provider = (name: VariableName): Rule => [
    hasProvider && !isSet(name),
    missing(name, 'FORWARDING_PROVIDER is improvmx'),
  ];
  const rules: Rule[] = [
    needs('DATABASE_URL', 'SECRET_KEY'),
    [!isPreview && !isSet('OPERATOR_EMAIL'), missing('OPERATOR_EMAIL', `DELIVERY is ${config.delivery}`)],
    [config.delivery === 'smarthost' && !isSet('SMARTHOST_URL'), missing('SMARTHOST_URL', 'DELIVERY is smarthost')],
    provider('IMPROVMX_API_KEY'),
    provider('PUBLIC_URL'),
    [
      hasProvider && isSet('DELIVERY') && textOf(environment, 'DELIVERY') !== 'smarthost',
      `DELIVERY: got ${JSON.stringify(textOf(environment, 'DELIVERY'))}, but FORWARDING_PROVIDER is improvmx; takes smarthost`,
    ],
    [
      isSet('SEND_FROM') && config.delivery !== 'mx',
      `SEND_FROM: got ${JSON.stringify(textOf(environment, 'SEND_FROM'))}, but DELIVERY is ${config.delivery}; takes nothing unless it is mx`,
    ],
    ...routeFaults(config),
    [isPreview && config.bindAddress !== '127.0.0.1', fault('BIND_ADDRESS', config.bindAddress)],
    [isPreview && config.workers > 1, fault('WORKERS', String(config.workers))],
    [config.mailDomains.includes(operatorDomain), fault('OPERATOR_EMAIL', config.operatorEmail ?? '')],
    needs('BACKUP_DIR', 'BACKUP_PUBLIC_KEY'),
    needs('TLS_CERT_FILE', 'TLS_KEY_FILE'),
    needs('TLS_KEY_FILE', 'TLS_CERT_FILE'),
    needs('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
    needs('GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'),
  ];
  const needed = config.delivery === 'mx' ? neededForMx.filter((name) => !isSet(name)) : [];
  return [
    ...[...rules, ...certificateFaults(config, isSet)].filter(([isBroken]) => isBroken).map(([, line]) => line),
    ...needed.map((name) => missing(name, 'DELIVERY is mx')),
    ...findLoopback(config),
  ];
}

interface LoadOptions {
  /** Absolute path of the file that the environment was read from, in part; null: none. */
  readonly settingsFile?: string | null;
  /** Allowed only where it is about to be replaced. */
  readonly weakSecret?: 'refused' | 'allowed';
}

/**
 * Checks every variable and all of them together.
 * @throws ConfigError with one line per fault.
 */
export function loadConfig(environment: Environment, machine: Machine, options: LoadOptions = {}): Config {
  const { settingsFile = null, weakSecret = 'refused' } = options;
  const faults: string[] = [];
  const config = build(readValues(environment, faults), environment, machine);
  faults.push(...checkTogether(config, environment), ...findUnknown(environment));
  if (weakSecret === 'refused' && config.secretKey !== null && isWeakSecret(config.secretKey)) {
    faults.push(
      `SECRET_KEY: got a value that can be guessed; takes ${variables.SECRET_KEY.takes}, or where a database is sealed with it: npm run kauke -- rotate-secret`,
    );
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze({ ...config, settingsFile });
}

/** Where this process runs: its environment, its user, its working directory. */
export function readPlace(): Surroundings & Machine {
  return {
    environment: process.env,
    isRoot: process.getuid?.() === 0,
    workingDirectory: process.cwd(),
    processors: availableParallelism(),
  };
}

/**
 * The Config of this process: from its environment and its settings file, its user and its working directory. Read once;
 * nothing else in the program reads either.
 * @throws ConfigError with one line per fault, which names file and line of what stands in the settings file.
 */
export function readConfig(options: Pick<LoadOptions, 'weakSecret'> = {}): Config {
  const place = readPlace();
  const { environment, settingsFile, places } = gatherSettings(place);
  try {
    return loadConfig(environment, place, { ...options, settingsFile });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.faults.map((fault) => `${places.get(fault.split(':')[0] ?? '') ?? ''}${fault}`));
  }
}
