import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAccountApprove, runAccountRefuse, runAccountWaiting } from '#cli/operator/account.ts';
import { runOperatorLog } from '#cli/operator/journal.ts';
import { runInvite, runInviteEnd, runInviteList } from '#cli/registration/invite.ts';
import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import type { RegistrationMode } from '#contract/account/registration-mode.ts';
import { userResponseSchema } from '#contract/sign-in.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { startService, type RunningService } from '#support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService({ DELIVERY: 'preview', REGISTRATION: 'approve' });
});
afterAll(() => service.stop());

type Run = (context: DomainCommandContext, print: (line: string) => void) => Promise<void>;
/** Beside the running program, as an operator would. */
async function run(command: Run, registration: RegistrationMode = 'approve'): Promise<string> {
  const lines: string[] = [];
  const config = { ...service.command.config, publicUrl: 'https://mask.example', registration };
  await command({ ...service.command, config }, (line) => lines.push(line));
  return lines.join('\n');
}
function invite(...words: string[]): Promise<string> {
  return run((context, print) => runInvite(context, words, print));
}
function approve(name: string): Promise<string> {
  return run((context, print) => runAccountApprove(context, name, print));
}
/** What operators did, without numbers and times. */
async function listActs(context = service.command): Promise<string[]> {
  const lines: string[] = [];
  await runOperatorLog(context, undefined, (line) => lines.push(line));
  return lines.map((line) => line.replace(/^ *\d+ {2}\S+ {2}\S+ {2}/, ''));
}

let visitors = 0;
async function open(more = {}): Promise<{ readonly visitor: Visitor; readonly name: string; readonly email: string }> {
  const visitor = createVisitor({ url: service.program.publicUrl });
  const email = `visitor-${(visitors += 1)}@example.com`;
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password: 'correct horse', ...more });
  return { visitor, name: userResponseSchema.parse(body).user.id.slice(0, 8), email };
}
async function mayChange(visitor: Visitor): Promise<boolean> {
  const answer = await visitor.send('PUT', '/api/account/profile', {
    firstName: 'R',
    lastName: null,
    profileImageUrl: null,
  });
  return answer.status === 200;
}

describe('the invite command', () => {
  it('prints a link with its secret in the fragment, which lets somebody in at once', async () => {
    const printed = await invite('--days', '3', '--uses', '2');
    expect(printed).toMatch(/^This link opens 2 accounts until \d{4}-\d\d-\d\d\. Whoever has it can use it:\n/);
    const [, invitation = ''] = /^https:\/\/mask\.example\/auth#([\w-]{43})$/m.exec(printed) ?? [];
    expect(await run(runInviteList)).toMatch(/^made [\d-]+: opens 2 accounts until [\d-]+$/);
    expect(await mayChange((await open({ invitation })).visitor)).toBe(true);
    expect(await run(runInviteList)).toMatch(/opens one account until/);
    expect(await run(runInviteEnd)).toBe('One link is ended.');
    expect(await mayChange((await open({ invitation })).visitor)).toBe(false);
    expect(await run(runInviteList)).toBe('No link is good at present.');
    expect((await listActs()).slice(0, 2)).toEqual(['command  invitation made', 'command  invitations ended']);
  });

  it.each([
    [['--days', '0'], '--days "0": takes a number from 1 to 365.'],
    [['--uses', '1001'], '--uses "1001": takes a number from 1 to 1000.'],
    [['--uses'], 'takes --days N and --uses N, or --operator.'],
    [['many'], 'takes --days N and --uses N, or --operator.'],
  ])('answers %j with one line', async (words, line) => {
    await expect(invite(...words)).rejects.toThrow(line);
    expect(await run(runInviteList)).toBe('No link is good at present.');
  });

  it('makes none where no link would open anything', async () => {
    const closed = run((context, print) => runInvite(context, [], print), 'closed');
    await expect(closed).rejects.toThrow('REGISTRATION is closed');
  });
});

describe('the commands about accounts that wait', () => {
  it('list them without their addresses, approve one by name or email, and refuse one', async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    const listed = await run(runAccountWaiting);
    for (const { name, email } of [first, second, third]) {
      expect(listed).toMatch(new RegExp(`^${name}  since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  by email$`, 'm'));
      expect(listed).not.toContain(email);
    }
    expect(await approve(first.name)).toMatch(new RegExp(`^Account ${first.name}\\S+ is approved\\.`));
    expect(await approve(second.email)).toContain('is approved.');
    const refused = await run((context, print) => runAccountRefuse(context, third.name, print));
    expect(refused).toMatch(new RegExp(`^Account ${third.name}\\S+ is refused\\.`));
    expect(await mayChange(first.visitor)).toBe(true);
    expect(await mayChange(second.visitor)).toBe(true);
    expect(await mayChange(third.visitor)).toBe(false);
    expect(await run(runAccountWaiting)).not.toContain(third.name);
    await expect(approve(third.name)).rejects.toThrow('This account does not wait for anybody.');
  });
});

describe('the link for the operator', () => {
  it('opens the first account of a server, in whatever mode, which may open the page of operators', async () => {
    const empty = await startService({ DELIVERY: 'preview', REGISTRATION: 'closed' });
    try {
      const lines: string[] = [];
      const config = { ...empty.command.config, publicUrl: 'https://mask.example' };
      const make = () => runInvite({ ...empty.command, config }, ['--operator'], (line) => lines.push(line));
      await make();
      await make();
      expect(lines[0]).toMatch(/^This link opens the operator's account until /);
      const [former = '', invitation = ''] = lines.flatMap((line) => /#([\w-]{43})$/.exec(line)?.[1] ?? []);
      const visitor = createVisitor({ url: empty.program.publicUrl });
      const register = (brought: object) =>
        visitor.send('POST', '/api/auth/register', { email: 'me@example.com', password: 'correct horse', ...brought });
      expect(await register({})).toMatchObject({ status: 403 });
      // A newer link ends the one before.
      expect(await register({ invitation: former })).toMatchObject({ status: 403 });
      const { body } = await register({ invitation });
      const { id: userId } = userResponseSchema.parse(body).user;
      const operators = await withDomains(empty.command, ({ database }) =>
        database.db.selectFrom('operators').select('userId').execute(),
      );
      expect(operators).toEqual([{ userId }]);
      expect((await listActs(empty.command)).slice(0, 3)).toEqual([
        'command  operator invited',
        'command  operator invited',
        `invitation  operator added ${userId}`,
      ]);
      await expect(make()).rejects.toThrow('There is an account already. Name an operator with:');
    } finally {
      await empty.stop();
    }
  });
});
