import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import { createCredential, listCredentials, regenerateCredential } from '#core/credentials/credentials.ts';
import { reconcile } from '#core/providers/improvmx/reconcile.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { signUp, tokenOf } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import type { ImprovmxServer } from '#support/improvmx-server.ts';
import type { ImprovmxSide } from '#support/provider-sides.ts';
import { startProviderTest, type ProviderTest } from '#support/provider-test.ts';

const domain = 'kauke.test';
const inbox = 'ann@inbox.example';
const ip = '192.0.2.1';
let server: ImprovmxServer;
let side: ImprovmxSide;
let ann: string;
let test: ProviderTest;

beforeEach(async () => {
  test = await startProviderTest();
  ({ server, side, ann } = test);
});
afterEach(() => test.close());

function make(alias: string, forwardTo = inbox): Promise<Alias> {
  return test.make(alias, forwardTo);
}
function read(aliasId: string): Promise<Alias> {
  return test.read(aliasId);
}
function toggle(aliasId: string, active: boolean): Promise<Alias> {
  return test.toggle(aliasId, active);
}
function remote(alias: string): string | null {
  return server.account.forwardOf(domain, alias);
}
function waiting(): Promise<number> {
  return test.waiting();
}
function allDone(): Promise<void> {
  return test.allDone();
}

/** As if the time of those that were refused had come. */
function makeDue(): Promise<unknown> {
  return side.core.database.pool.query('update provider_changes set next_attempt_at = now()');
}

describe('a new domain', () => {
  it('is made, catches no mail for unknown names, and gives the operator what is for the operator', () => {
    expect([...server.account.domains.keys()].sort()).toEqual(['kauke.test', 'mask.test']);
    const names = [...(server.account.domains.get(domain)?.aliases.keys() ?? [])].sort();
    expect(names).toEqual(['abuse', 'postmaster']);
    expect(remote('abuse')).toBe('operator@inbox.example');
    expect(server.account.domains.get(domain)?.active).toBe(true);
  });

  it('is not prepared again', async () => {
    const before = server.requests.length;
    await side.settle();
    expect(server.requests).toHaveLength(before);
  });
});

describe('a domain that an account brought before', () => {
  it('is told once it is proven, with the catch-all that its owner chose, and never while anybody may merely claim it', async () => {
    for (const state of ['unverified', 'lost', 'verified'] as const) {
      await addOwnDomain(side.core, { userId: ann, name: `${state}.example`, state, catchAll: 'all' });
    }
    await side.settle();
    expect([...server.account.domains.keys()].sort()).toEqual(['kauke.test', 'mask.test', 'verified.example']);
    expect(server.account.forwardOf('verified.example', '*')).toBe(inbox);
    await side.core.database.db
      .updateTable('domains')
      .set({ state: 'verified' })
      .where('name', '=', 'lost.example')
      .execute();
    await side.settle();
    expect(server.account.domains.has('lost.example')).toBe(true);
    expect(server.account.domains.has('unverified.example')).toBe(false);
  });
});

describe('a new alias', () => {
  it('gets the id of the provider', async () => {
    const alias = await make('shoes');
    const id = server.account.domains.get(domain)?.aliases.get('shoes')?.id;
    expect(alias).toMatchObject({ improvmxId: String(id), providerState: 'live' });
    expect(await read(alias.id)).toMatchObject({ improvmxId: String(id), providerState: 'live' });
  });

  it('adopts what forwards to the same already', async () => {
    server.account.setAlias(domain, 'shoes', inbox.toUpperCase());
    const id = server.account.domains.get(domain)?.aliases.get('shoes')?.id;
    expect(await make('shoes')).toMatchObject({ improvmxId: String(id), providerState: 'live' });
  });

  it('is a conflict, and leaves nothing, where the provider has another one', async () => {
    server.account.setAlias(domain, 'shoes', 'boss@operator.example');
    await expect(make('shoes')).rejects.toMatchObject({
      code: 'alias_unavailable',
      message: expect.stringContaining('forwarding provider already has this address'),
    });
    await allDone();
    expect(remote('shoes')).toBe('boss@operator.example');
    expect(await side.core.database.db.selectFrom('aliases').select('id').execute()).toEqual([]);
    server.account.removeAlias(domain, 'shoes');
    expect(await make('shoes')).toMatchObject({ providerState: 'live' });
  });

  it('is a clear error where the plan is full, and leaves nothing', async () => {
    server.account.plan = { ...server.account.plan, aliases: 2 };
    await expect(make('shoes')).rejects.toMatchObject({
      code: 'provider_refused',
      message: expect.stringContaining("provider's plan does not allow this"),
    });
    await allDone();
    expect(remote('shoes')).toBeNull();
  });

  it('is a clear error where the provider does not want the inbox', async () => {
    const wanted = 'box@refused.example';
    await make('soon', wanted);
    await confirmTarget(side.core, tokenOf(side.mails.at(-1)), null);
    await side.settle();
    await expect(make('shoes', wanted)).rejects.toMatchObject({ code: 'provider_refused' });
  });

  it('tells only confirmed targets', async () => {
    await make('shoes', `${inbox}, other@inbox.example`);
    expect(remote('shoes')).toBe(inbox);
    expect(server.requests.some(({ url }) => url.includes('other'))).toBe(false);
  });
});

describe('a changed alias', () => {
  it('is refused by the provider while it is paused, where the plan has no way to drop its mail', async () => {
    const alias = await make('shoes');
    server.account.plan = { ...server.account.plan, premium: false };
    expect(await toggle(alias.id, false)).toMatchObject({ active: false, providerState: 'absent' });
    expect(remote('shoes')).toBeNull();
    const { left } = await reconcile(side.context, { mend: true, signal: AbortSignal.timeout(30_000) });
    expect(left).toEqual([]);
    expect(await toggle(alias.id, true)).toMatchObject({ active: true, providerState: 'live' });
    server.account.plan = { ...server.account.plan, premium: true };
    await toggle(alias.id, false);
    expect(remote('shoes')).toMatch(/^https:\/\/mask\.example\/api\/discard\/[\w-]{43}$/);
  });

  it('does not move to a name that the provider has given to somebody else', async () => {
    const alias = await make('shoes');
    server.account.setAlias(domain, 'boots', 'boss@operator.example');
    const rename = { aliasId: alias.id, userId: ann, ip, input: { alias: 'boots' } };
    await expect(updateAlias(side.core, rename)).rejects.toMatchObject({ code: 'alias_unavailable' });
    expect(await read(alias.id)).toMatchObject({ alias: 'shoes', providerState: 'live' });
  });

  it('cannot tell by a new name whether somebody has it or had it', async () => {
    const bob = (await signUp(side.core, 'bob@inbox.example', '192.0.2.2')).user.id;
    await confirmTarget(side.core, tokenOf(side.mails.at(-1)), null);
    const asBob = { ownerId: bob, askerId: bob, ip };
    const wish = { domain, forwardTo: 'bob@inbox.example' };
    await createAlias(side.core, { ...wish, alias: 'taken' }, asBob);
    const buried = await createAlias(side.core, { ...wish, alias: 'buried' }, asBob);
    await deleteAlias(side.core, buried.id, bob);
    await allDone();
    const { id: aliasId } = await make('shoes');
    const refusals = await Promise.all(
      ['taken', 'buried'].map((alias) =>
        updateAlias(side.core, { aliasId, userId: ann, ip, input: { alias } }).catch((error: unknown) => error),
      ),
    );
    expect(refusals[0]).toMatchObject({ code: 'alias_unavailable' });
    expect(refusals[0]).toEqual(refusals[1]);
  });

  it('asks nobody for notes alone', async () => {
    const alias = await make('shoes');
    const before = server.requests.length;
    const input = { notes: 'for shoes' };
    expect((await updateAlias(side.core, { aliasId: alias.id, userId: ann, ip, input })).alias).toMatchObject({
      notes: 'for shoes',
      providerState: 'live',
    });
    await side.settle();
    expect(server.requests).toHaveLength(before);
  });

  it('is made again when somebody deleted it at the provider', async () => {
    const alias = await make('shoes');
    server.account.removeAlias(domain, 'shoes');
    await toggle(alias.id, false);
    await toggle(alias.id, true);
    expect(remote('shoes')).toBe(inbox);
    server.account.removeAlias(domain, 'shoes');
    await deleteAlias(side.core, alias.id, ann);
    await allDone();
    expect(remote('shoes')).toBeNull();
  });

  it('touches no alias of a stranger', async () => {
    const alias = await make('shoes');
    const bob = (await signUp(side.core, 'bob@inbox.example', '192.0.2.2')).user.id;
    const before = server.requests.length;
    await expect(toggleAlias(side.core, { aliasId: alias.id, userId: bob, active: false })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await waiting()).toBe(0);
    expect(server.requests).toHaveLength(before);
  });
});

describe('a credential', () => {
  it('is not given to an alias that nobody answers for', async () => {
    const alias = await make('shoes', 'other@inbox.example');
    await expect(createCredential(side.core, { aliasId: alias.id, userId: ann })).rejects.toMatchObject({
      code: 'target_unconfirmed',
    });
    expect(await listCredentials(side.core, alias.id, ann)).toEqual([]);
  });

  it('is a clear error where the plan has none, and leaves nothing', async () => {
    const alias = await make('shoes');
    server.account.plan = { ...server.account.plan, premium: false };
    await expect(createCredential(side.core, { aliasId: alias.id, userId: ann })).rejects.toMatchObject({
      code: 'provider_refused',
    });
    expect(await listCredentials(side.core, alias.id, ann)).toEqual([]);
  });

  it('waits for a provider that is down, with its password sealed, and works then', async () => {
    const alias = await make('shoes');
    await server.shut();
    const { password, providerState } = await createCredential(side.core, { aliasId: alias.id, userId: ann });
    expect(providerState).toBe('setting_up');
    const [row] = await side.core.database.db.selectFrom('providerChanges').selectAll().execute();
    expect(row?.passwordSealed?.includes(password)).toBe(false);
    await server.open();
    await allDone();
    expect(server.account.domains.get(domain)?.credentials.get('shoes')?.password).toBe(password);
    expect(await listCredentials(side.core, alias.id, ann)).toMatchObject([{ providerState: 'live' }]);
  });

  it('keeps its password when the provider refuses another, which is never told', async () => {
    const alias = await make('shoes');
    const its = { aliasId: alias.id, userId: ann };
    const { id: credentialId, password } = await createCredential(side.core, its);
    const hashOf = () => side.core.database.db.selectFrom('smtpCredentials').select('passwordHash').execute();
    const before = await hashOf();
    server.account.plan = { ...server.account.plan, premium: false };
    const regenerated = regenerateCredential(side.core, { ...its, credentialId });
    await expect(regenerated).rejects.toMatchObject({ code: 'provider_refused' });
    server.account.plan = { ...server.account.plan, premium: true };
    await makeDue();
    await allDone();
    expect(server.account.domains.get(domain)?.credentials.get('shoes')?.password).toBe(password);
    expect(await hashOf()).toEqual(before);
    expect(await listCredentials(side.core, alias.id, ann)).toMatchObject([{ providerState: 'live' }]);
  });

  it('of somebody else at the provider is left alone', async () => {
    server.account.domains.get(domain)?.credentials.set('shoes', { password: 'theirs', created: 0 });
    const alias = await make('shoes');
    await expect(createCredential(side.core, { aliasId: alias.id, userId: ann })).rejects.toMatchObject({
      code: 'alias_unavailable',
    });
    await deleteAlias(side.core, alias.id, ann);
    await allDone();
    expect(server.account.domains.get(domain)?.credentials.get('shoes')?.password).toBe('theirs');
  });
});
