import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectDatabase } from '#database/connect-database.ts';
import { createTestDatabase } from '#support/database.ts';
import { findFreePort } from '#support/free-port.ts';
import { silentLog } from '#support/silent-log.ts';

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** Runs PgBouncer before a server, with these settings, while `use` lasts. */
async function withPgBouncer(
  server: URL,
  settings: readonly string[],
  use: (url: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const port = await findFreePort();
  const target = `host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`;
  const lines = ['[databases]', `* = ${target}`, '[pgbouncer]', 'auth_type = any', 'unix_socket_dir =', ...settings];
  await writeFile(file, [...lines, 'listen_addr = 127.0.0.1', `listen_port = ${port}`, ''].join('\n'), { mode: 0o644 });
  await chmod(folder, 0o755);
  // It does not run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const pooler = spawn('/usr/sbin/pgbouncer', ['-q', file], { ...account, stdio: 'ignore' });
  const ended = once(pooler, 'exit');
  try {
    await expect.poll(() => isListening(port), { timeout: 10_000 }).toBe(true);
    await use(`postgres://kauke@127.0.0.1:${port}${server.pathname}`);
  } finally {
    pooler.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
}

it.each([
  ['transaction', ''],
  ['session', ''],
  ['transaction', 'statement_timeout,idle_in_transaction_session_timeout'],
  ['session', 'statement_timeout,idle_in_transaction_session_timeout'],
])('refuses PgBouncer in %s mode, told to ignore %j', async (mode, ignored) => {
  const test = await createTestDatabase();
  // As many operators set it: what is asked of the server itself tells nothing then.
  const name = new URL(test.url).pathname.slice(1);
  await test.database.pool.query(`alter database ${name} set statement_timeout = '60s'`);
  const settings = [`pool_mode = ${mode}`, `ignore_startup_parameters = ${ignored}`];
  await withPgBouncer(new URL(test.url), settings, async (url) => {
    await expect(connectDatabase(url, silentLog)).rejects.toThrow(
      'DATABASE_URL: a connection pooler such as PgBouncer stands before the server; name the server itself.',
    );
  });
  await test.drop();
});
