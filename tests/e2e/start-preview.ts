import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainCommandContext } from '#cli/database.ts';
import { loadConfig } from '#config/load-config.ts';
import { startKauke, systemAdapters } from '#main/main.ts';
import { silentLog } from '#support/silent-log.ts';

/** The whole program, in preview unless told otherwise, on free ports and a new data folder. */
export interface Preview {
  readonly webUrl: string;
  /** 0 under a provider that takes the mail itself. */
  readonly mxPort: number;
  /** For commands that run beside the program. */
  readonly command: DomainCommandContext;
  stop(): Promise<void>;
}

export async function startPreview(environment: Record<string, string> = {}): Promise<Preview> {
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
  const program = await startKauke(config, { ...systemAdapters, log: silentLog });
  return {
    webUrl: program.publicUrl,
    mxPort: program.mxPort ?? 0,
    command: { config, ...systemAdapters, log: silentLog },
    stop: async () => {
      await program.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
