import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainCommandContext } from '#cli/database.ts';
import { loadConfig } from '#config/load-config.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { startKauke, systemAdapters, type Adapters, type RunningProgram } from '#main/main.ts';
import { cheapPasswords } from '#support/cheap-passwords.ts';
import { dropLater, makeProgramDatabase } from '#support/database.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { presentServer } from '#support/present-server.ts';
import { readySigningKey } from '#support/ready-signing-key.ts';
import { silentLog } from '#support/silent-log.ts';

/** The whole program on free ports and a new data folder, with a smarthost. */
export interface RunningService {
  readonly program: RunningProgram;
  readonly mxPort: number;
  readonly dataDir: string;
  /** What it asks, unless DNS_SERVERS names another; knows no name at first. */
  readonly dns: DnsServer;
  /** For commands that run beside the program. */
  readonly command: DomainCommandContext;
  stop(): Promise<void>;
}

/** `where`: on a database of the run's server, or, for tests of what lies in the data folder, on a server of its own there. */
export async function startService(
  environment: Record<string, string>,
  adapters: Partial<Adapters> = {},
  where: 'shared' | 'own' = Object.hasOwn(environment, 'DATA_DIR') ? 'own' : 'shared',
): Promise<RunningService> {
  const dataDir = await presentServer(await mkdtemp(join(tmpdir(), 'kauke-service-')));
  const dns = await startDnsServer();
  const database = where === 'own' || 'DATABASE_URL' in environment ? null : await makeProgramDatabase();
  const config = loadConfig(
    {
      DATA_DIR: dataDir,
      ...database,
      HTTP_PORT: '0',
      MX_PORT: '0',
      SUBMISSION_PORT: '0',
      SUBMISSIONS_PORT: '0',
      BIND_ADDRESS: '127.0.0.1',
      DNS_SERVERS: dns.address,
      ...environment,
    },
    { isRoot: process.getuid?.() === 0, workingDirectory: dataDir, processors: 1 },
  );
  const program = await startKauke(config, {
    ...systemAdapters,
    log: silentLog,
    passwordCost: cheapPasswords,
    // Both seconds in the product: nobody waits longer for a notice or a block here than for a message.
    mailLimits: { ...mailLimits, workerPollMs: 200 },
    lookEveryMs: 200,
    makeSigningKey: readySigningKey,
    webFolder: null,
    ...adapters,
  });
  return {
    program,
    mxPort: program.mxPort ?? 0,
    dataDir,
    dns,
    command: { config, ...systemAdapters, log: silentLog },
    stop: async () => {
      await program.stop();
      await dns.close();
      if (database !== null) dropLater(database.DATABASE_URL);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Somebody who signed up. */
export interface Owner extends Visitor {
  readonly id: string;
  /** Makes `name@kauke.test`, forwarded to `targets`. */
  createAlias(name: string, targets: readonly string[]): Promise<void>;
}

function expectStatus(answer: { status: number; body: unknown }, status: number): unknown {
  if (answer.status !== status) throw new Error(`HTTP ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function signUpOwner({ program }: RunningService, email: string): Promise<Owner> {
  const visitor = createVisitor({ url: `http://localhost:${program.httpPort}` });
  const account = { email, password: 'correct horse battery' };
  const { user } = expectStatus(await visitor.send('POST', '/api/auth/register', account), 201) as {
    user: { id: string };
  };
  return {
    ...visitor,
    id: user.id,
    createAlias: async (alias, targets) => {
      const wanted = { alias, domain: 'kauke.test', forwardTo: targets.join(',') };
      expectStatus(await visitor.send('POST', `/api/aliases/${user.id}`, wanted), 201);
    },
  };
}

/** The token of the link in a confirmation mail. */
export function confirmationToken(mail: Buffer): string {
  const text = mail.toString('latin1').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const encoded = /Content-Transfer-Encoding: base64\r\n(?:.+\r\n)*\r\n([\w+/=\r\n]+)/i.exec(text)?.[1] ?? '';
  const plain = `${text}${Buffer.from(encoded, 'base64').toString()}`;
  return /\/confirm#([\w-]{43})/.exec(plain)?.[1] ?? '';
}

/** Opens the link of a confirmation mail and confirms. */
export async function confirmInbox(visitor: Visitor, mail: Buffer): Promise<void> {
  expectStatus(await visitor.send('POST', '/api/targets/confirm', { token: confirmationToken(mail) }), 200);
}
