import type { Neighbour, PortState } from '#cli/setup/find-holder.ts';
import { describeNeighbour, type Places } from '#cli/setup/describe-neighbour.ts';
import { type Answers, firstDomain } from '#cli/setup/questions.ts';
import type { VariableName } from '#config/variables.ts';

/** What the ports of this machine mean for an installation. */
export interface PortPlan {
  /** All settings: those given, and more. */
  readonly answers: Answers;
  /** What else is to be done, each a paragraph for the operator. */
  readonly notes: readonly string[];
}

interface MailPort {
  readonly variable: VariableName;
  /** Where the world, or people's mail programs, look for it. */
  readonly port: number;
  readonly instead: number;
  /** Tells people another port. */
  readonly told?: VariableName;
}

const mailPorts: readonly MailPort[] = [
  { variable: 'MX_PORT', port: 25, instead: 2525 },
  { variable: 'SUBMISSION_PORT', port: 587, instead: 2587, told: 'SUBMISSION_PUBLIC_PORT' },
  { variable: 'SUBMISSIONS_PORT', port: 465, instead: 2465, told: 'SUBMISSIONS_PUBLIC_PORT' },
];

const certificateNote =
  'Mail programs take none but a real certificate for MAIL_HOSTNAME: set ACME_EMAIL, and Kauke gets it by itself, or name\n' +
  'one in TLS_CERT_FILE and TLS_KEY_FILE.';

function challengeNote({ MAIL_HOSTNAME: host, HTTP_PORT: port = '3000' }: Answers): string {
  return (
    `Let whoever holds port 80 pass http://${host}/.well-known/acme-challenge/ on to http://127.0.0.1:${port}: so does\n` +
    "Let's Encrypt find the proof that the mail host is yours."
  );
}

const rightsNote =
  'This user may not listen on ports below 1024. Let root run setup with --user and --unit: the service has the right to\n' +
  '(AmbientCapabilities=CAP_NET_BIND_SERVICE). Or start the program as root, with RUN_AS (docs/self-hosting.md).';

type Holder = Neighbour | 'another program';

/** What was seen of the ports so far. */
interface Seen {
  /** Ports by who holds them. */
  readonly held: Map<Holder, number[]>;
  isClosed: boolean;
}

/** Whether a port can be ours. */
function note(seen: Seen, port: number, state: PortState): boolean {
  if (state === 'closed') seen.isClosed = true;
  if (typeof state !== 'object') return true;
  seen.held.set(state.holder, [...(seen.held.get(state.holder) ?? []), port]);
  return false;
}

function placesOf(answers: Answers): Places {
  return {
    domains: (answers['MAIL_DOMAINS'] ?? '').split(',').map((name) => name.trim()),
    webHost: URL.parse(answers['PUBLIC_URL'] ?? '')?.hostname ?? firstDomain(answers),
    hasFile: answers['MAILBOX_PORT'] !== undefined && answers['FORWARDING_PROVIDER'] !== 'improvmx',
    httpPort: answers['HTTP_PORT'] ?? '3000',
    mxPort: answers['MX_PORT'] ?? '25',
  };
}

/** Who answers the web, and where certificates come from. */
function planWeb(answers: Record<string, string>, isFree: boolean, places: Places): string[] {
  if (answers['ACME_EMAIL'] === undefined) {
    const proxies = isFree ? [describeNeighbour('caddy', [], places)] : [];
    return answers['TLS_CERT_FILE'] === undefined ? [...proxies, certificateNote] : proxies;
  }
  if (!isFree || answers['PUBLIC_URL']?.startsWith('https:') !== true) return [challengeNote(answers)];
  answers['HTTPS_PORT'] ??= '443';
  answers['REDIRECT_PORT'] ??= '80';
  return [];
}

/** Settings for ports that nobody has chosen, and how to live behind who holds them. */
export async function planPorts(
  given: Answers,
  lookAt: (port: number, address: string | null) => Promise<PortState>,
): Promise<PortPlan> {
  const look = (port: number): Promise<PortState> => lookAt(port, given['BIND_ADDRESS'] ?? null);
  const answers: Record<string, string> = { TRUSTED_PROXIES: '127.0.0.1,::1', ...given };
  const seen: Seen = { held: new Map(), isClosed: false };
  for (const { variable, port, instead, told } of mailPorts) {
    if (answers[variable] !== undefined) continue;
    const isOurs = note(seen, port, await look(port));
    answers[variable] = String(isOurs ? port : instead);
    if (!isOurs && told !== undefined) answers[told] ??= String(instead);
  }
  const isWebFree = [note(seen, 80, await look(80)), note(seen, 443, await look(443))].every(Boolean);
  const places = placesOf(answers);
  const notes = [...seen.held].map(([holder, ports]) => describeNeighbour(holder, ports, places));
  notes.push(...planWeb(answers, isWebFree, places));
  if (seen.isClosed) notes.push(rightsNote);
  return { answers, notes };
}
