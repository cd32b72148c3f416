import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createEmptyTestDatabase } from '#support/database.ts';
import { findReleaseBefore } from '#support/earlier-release.ts';
import { accepted, arrivedAt, byText, greet, inbox, send } from '#support/numbered-mail.ts';
import { killPrograms, runProgram, signUpAt, startProgram, testPassword, visitProgram } from '#support/program.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';

const repository = join(import.meta.dirname, '../..');
afterAll(() => killPrograms());

/** The program as it was before the newest migration, in a folder of its own. */
async function checkOutEarlier(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'kauke-earlier-')), 'checkout');
  execFileSync('git', ['worktree', 'add', '--detach', folder, findReleaseBefore() ?? ''], { cwd: repository });
  onTestFinished(async () => {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: repository });
    await rm(join(folder, '..'), { recursive: true });
  });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['src/cli/build-web.ts'], { cwd: folder });
  return folder;
}

it('two releases serve one database: people and mail of either go through both', async () => {
  const checkout = await checkOutEarlier();
  const database = await createEmptyTestDatabase();
  onTestFinished(database.drop);
  const sink = await startSmtpSink();
  onTestFinished(sink.stop);
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'kauke-two-')),
    BIND_ADDRESS: '127.0.0.1',
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@ops.example',
    TARGET_CONFIRMATION: 'off',
  };
  onTestFinished(() => rm(env.DATA_DIR, { recursive: true, force: true }));

  const earlier = await startProgram({ checkout, env });
  const ann = await signUpAt(earlier, 'ann-account@home.example');
  const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
  expect(await ann.visitor.send('POST', `/api/aliases/${ann.userId}`, wanted)).toMatchObject({ status: 201 });
  const present = await startProgram({ env });
  const bea = await signUpAt(present, 'bea-account@home.example');

  for (const program of [earlier, present]) {
    for (const [name, { userId }] of Object.entries({ ann, bea })) {
      const visitor = visitProgram(program);
      const login = { email: `${name}-account@home.example`, password: testPassword };
      expect(await visitor.send('POST', '/api/auth/login', login)).toMatchObject({ status: 200 });
      const alias = `${name}-${program === earlier ? 'earlier' : 'present'}`;
      const made = await visitor.send('POST', `/api/aliases/${userId}`, { ...wanted, alias });
      expect(made).toMatchObject({ status: 201 });
    }
  }

  const [before, now] = [await greet(earlier), await greet(present)];
  expect(await send(before, 'through-earlier')).toBe(accepted);
  expect(await send(now, 'through-present')).toBe(accepted);
  // What either keeps, the other delivers when it is gone.
  sink.setScript({ onRcpt: () => ({ code: 451 }) });
  expect(await send(before, 'kept-by-earlier')).toBe(accepted);
  expect(await send(now, 'kept-by-present')).toBe(accepted);
  before.destroy();
  now.destroy();
  await earlier.kill();
  await database.database.pool.query(`update spool_deliveries set next_attempt_at = now()`);
  sink.setScript({});
  const all = ['through-earlier', 'through-present', 'kept-by-earlier', 'kept-by-present'];
  await expect.poll(() => arrivedAt(sink).toSorted(byText), { timeout: 120_000 }).toEqual(all.toSorted(byText));

  const again = await runProgram({ checkout, env });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/migrated by a newer release/u) });
});
