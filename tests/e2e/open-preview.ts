import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAccountApprove } from '#cli/operator/account.ts';
import { runInvite } from '#cli/registration/invite.ts';
import type { DomainCommandContext } from '#cli/database.ts';
import { loadConfig } from '#config/load-config.ts';
import { startKauke, systemAdapters } from '#main/main.ts';
import { cheapPasswords } from '#support/cheap-passwords.ts';
import { readySigningKey } from '#support/ready-signing-key.ts';
import { silentLog } from '#support/silent-log.ts';

/** The whole program, in preview unless told otherwise, on free ports and a new data folder. */
export interface Preview {
  readonly webUrl: string;
  /** 0 under a provider that takes the mail itself. */
  readonly mxPort: number;
  /** What stands in a link that opens one account, made as an operator would. */
  invite(): Promise<string>;
  /** Approves the account of an email, as an operator would. */
  approve(email: string): Promise<void>;
  /** For commands that run beside the program. */
  readonly command: DomainCommandContext;
  stop(): Promise<void>;
}

/** With a database of its own server, unless `environment` names another. */
export async function openPreview(environment: Record<string, string> = {}): Promise<Preview> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-e2e-'));
  const config = loadConfig(
    {
      DELIVERY: 'preview',
      DATA_DIR: dataDir,
      HTTP_PORT: '0',
      MX_PORT: '0',
      SUBMISSION_PORT: '0',
      SUBMISSIONS_PORT: '0',
      SUBMISSION_PUBLIC_PORT: '587',
      SUBMISSIONS_PUBLIC_PORT: '465',
      ...environment,
    },
    { isRoot: process.getuid?.() === 0, workingDirectory: dataDir, processors: 1 },
  );
  const program = await startKauke(config, {
    ...systemAdapters,
    log: silentLog,
    passwordCost: cheapPasswords,
    makeSigningKey: readySigningKey,
  });
  const command = { config: { ...config, publicUrl: program.publicUrl }, ...systemAdapters, log: silentLog };
  return {
    webUrl: program.publicUrl,
    mxPort: program.mxPort ?? 0,
    invite: async () => {
      const lines: string[] = [];
      await runInvite(command, [], (line) => lines.push(line));
      return /#([\w-]{43})$/m.exec(lines.join('\n'))?.[1] ?? '';
    },
    approve: (email) => runAccountApprove(command, email, () => {}),
    command,
    stop: async () => {
      await program.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
