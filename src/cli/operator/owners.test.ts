import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAccountFind, runAccountSignOut, runAccountUnlock, runReturnName } from '#cli/operator/account.ts';
import { runOperatorLog } from '#cli/operator/journal.ts';
import { withOperator } from '#cli/operator/with-operator.ts';
import { removeUser } from '#core/accounts/account.ts';
import { printCommand } from '#support/print-command.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';

const email = 'ann@home.example';

let service: RunningService;
let ann: Owner;

beforeAll(async () => {
  service = await startService({ TARGET_CONFIRMATION: 'off' });
  ann = await signUpOwner(service, email);
  await ann.createAlias('shop', [email]);
});
afterAll(() => service.stop());

const find = (who: string) => printCommand(service, runAccountFind, who);

describe('account unlock', () => {
  it('ends a lock, once', async () => {
    const unlock = () => printCommand(service, runAccountUnlock, email);
    await expect(unlock()).rejects.toThrow('Nothing is locked.');
    await withOperator(service.command, ({ database }) =>
      database.pool.query('update users set locked_at = now() where id = $1', [ann.id]),
    );
    expect(await find(email)).toMatch(/^State {4}locked by its owner since /mu);
    expect(await unlock()).toMatch(/is not locked any more, and its inboxes are told/);
    expect(await find(email)).toMatch(/^State {4}in order$/mu);
  });
});

describe('account return-name', () => {
  it('gives the name of an erased account to whoever proves to have had it, and to nobody else', async () => {
    const before = await signUpOwner(service, 'ben@home.example');
    await before.createAlias('bens', ['ben@home.example']);
    const giveBack = (who: string, address: string, former: string) =>
      printCommand(service, runReturnName, [who, address, former]);
    await expect(giveBack(email, 'bens@kauke.test', before.id)).rejects.toThrow('That account is still there');
    await withOperator(service.command, (context) =>
      context.database.db.transaction().execute((transaction) => removeUser(transaction, context, before.id)),
    );
    const again = await signUpOwner(service, 'ben.again@home.example');
    const make = () => again.createAlias('bens', ['ben.again@home.example']);
    await expect(make()).rejects.toThrow('alias_unavailable');
    await expect(giveBack('ben.again@home.example', 'bens@kauke.test', ann.id)).rejects.toThrow('still there');
    const other = '018f3f5e-0000-4000-8000-000000000001';
    await expect(giveBack('ben.again@home.example', 'bens@kauke.test', other)).rejects.toThrow('No name that');
    await expect(giveBack('ben.again@home.example', 'shop@kauke.test', before.id)).rejects.toThrow('No name that');
    await expect(giveBack('ben.again@home.example', 'bens@kauke.test', 'x')).rejects.toThrow(
      'FORMER takes the whole id',
    );
    expect(await giveBack('ben.again@home.example', 'Bens@kauke.test', before.id)).toContain('nobody else can');
    await expect(ann.createAlias('bens', [email])).rejects.toThrow('alias_unavailable');
    await make();
    const text = await printCommand(
      service,
      (command, count: string, print) => runOperatorLog(command, count, print),
      '1',
    );
    expect(text).toContain(`name returned ${again.id}\n`);
  });
});

describe('account sign-out', () => {
  it('ends the sessions of one account, or of all', async () => {
    const ben = await signUpOwner(service, 'sessions@home.example');
    const status = async ({ id, send }: Owner) => (await send('GET', `/api/aliases/${id}`)).status;
    const signOut = (who: string) => printCommand(service, runAccountSignOut, who);
    await expect(signOut('nobody@home.example')).rejects.toThrow('Not found');
    expect(await signOut('sessions@home.example')).toMatch(/^Account .* is signed out everywhere: 1 sessions\./u);
    expect([await status(ben), await status(ann)]).toEqual([401, 200]);
    expect(await signOut('everybody')).toMatch(/^All accounts are signed out everywhere: \d+ sessions\./u);
    expect(await status(ann)).toBe(401);
    const journal = await printCommand(
      service,
      (command, count: string, print) => runOperatorLog(command, count, print),
      '9',
    );
    expect(journal).toContain(`account signed out ${ben.id}\n`);
    expect(journal).toContain('all signed out\n');
  });
});
