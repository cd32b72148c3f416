import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { killPrograms } from '#support/program.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

/** What programs of one test stand on: a folder, a database, and the sink that all their mail goes to. */
export interface ProgramPlace {
  readonly dataDir: string;
  readonly sink: SmtpSink;
  readonly database: TestDatabase;
  /** For a program that takes mail for inboxes without asking them. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends every program, and all of it. */
  remove(): Promise<void>;
}

export async function makeProgramPlace(): Promise<ProgramPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-program-'));
  const sink = await startSmtpSink();
  const database = await createTestDatabase();
  return {
    dataDir,
    sink,
    database,
    env: {
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: dataDir,
      BIND_ADDRESS: '127.0.0.1',
      SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
      OPERATOR_EMAIL: 'operator@home.example',
      TARGET_CONFIRMATION: 'off',
    },
    remove: async () => {
      killPrograms();
      await sink.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
