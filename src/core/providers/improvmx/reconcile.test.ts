import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { createCredential } from '#core/credentials/credentials.ts';
import { isMendable, reconcile } from '#core/providers/improvmx/reconcile.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { signUp, tokenOf } from '#support/core.ts';
import { startImprovmxServer, type ImprovmxServer } from '#support/improvmx-server.ts';
import { quickPace, startImprovmxSide, type ImprovmxSide } from '#support/provider-sides.ts';

const domain = 'kauke.test';
const ip = '192.0.2.1';
const never = new AbortController().signal;
let server: ImprovmxServer;
let side: ImprovmxSide;

beforeEach(async () => {
  server = await startImprovmxServer();
  side = await startImprovmxSide({
    ...server,
    pace: { ...quickPace, requestTimeoutMs: 200, pauseFirstMs: 2, pauseMaxMs: 4, patienceMs: 5_000 },
  });
});
afterEach(async () => {
  await server.close();
  await side.close();
});

async function join(inbox: string): Promise<string> {
  const { user } = await signUp(side.core, inbox);
  await confirmTarget(side.core, tokenOf(side.mails.at(-1)), null);
  return user.id;
}
function remoteAliases(): Map<string, string> {
  return new Map(
    [...(server.account.domains.get(domain)?.aliases.values() ?? [])]
      .filter(({ alias }) => alias !== 'abuse' && alias !== 'postmaster')
      .map(({ alias, forward }) => [alias, forward.split(',').sort().join(',')]),
  );
}

describe('reconcile', () => {
  const make = (userId: string, alias: string, forwardTo: string): Promise<Alias> =>
    createAlias(side.core, { alias, domain, forwardTo }, { ownerId: userId, askerId: userId, ip });

  it('shows every kind of difference, changes nothing in a dry run, and mends what is ours', async () => {
    const inbox = 'ann@inbox.example';
    const ann = await join(inbox);
    await side.settle();
    for (const name of ['gone', 'bent', 'sends', 'left', 'fine']) await make(ann, name, inbox);
    await createCredential(side.core, {
      aliasId: (await listAliases(side.core, ann, ann)).find(({ alias }) => alias === 'sends')?.id ?? '',
      userId: ann,
    });
    const left = (await listAliases(side.core, ann, ann)).find(({ alias }) => alias === 'left');
    await deleteAlias(side.core, left?.id ?? '', ann);
    await side.settle();
    const { account } = server;
    account.removeAlias(domain, 'gone');
    account.setAlias(domain, 'bent', 'thief@inbox.example');
    account.setAlias(domain, 'left', inbox);
    account.setAlias(domain, 'theirs', 'boss@operator.example');
    account.setAlias(domain, '*', 'boss@operator.example');
    account.domains.get(domain)?.credentials.delete('sends');
    account.domains.get(domain)?.credentials.set('theirs', { password: 'x', created: 0 });
    const before = remoteAliases();

    const shown = await reconcile(side.context, { mend: false, signal: never });
    expect(shown.found.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'catch_all', address: 'kauke.test' },
      { kind: 'credential_foreign', address: 'theirs@kauke.test' },
      { kind: 'credential_missing', address: 'sends@kauke.test' },
      { kind: 'different', address: 'bent@kauke.test' },
      { kind: 'foreign', address: 'theirs@kauke.test' },
      { kind: 'left_over', address: 'left@kauke.test' },
      { kind: 'missing', address: 'gone@kauke.test' },
    ]);
    expect(remoteAliases()).toEqual(before);

    const { found, left: rest } = await reconcile(side.context, { mend: true, signal: never });
    expect(found).toEqual(shown.found);
    expect(rest.map(({ kind }) => kind)).toEqual(['foreign', 'credential_foreign']);
    expect(rest.some(isMendable)).toBe(false);
    expect(remoteAliases()).toEqual(
      new Map([
        ['bent', inbox],
        ['sends', inbox],
        ['fine', inbox],
        ['theirs', 'boss@operator.example'],
        ['gone', inbox],
      ]),
    );
  });

  it('sets up a whole domain that the provider lost', async () => {
    const inbox = 'ann@inbox.example';
    const ann = await join(inbox);
    await side.settle();
    await make(ann, 'shoes', inbox);
    (server.account.domains as Map<string, unknown>).delete(domain);
    const { found, left } = await reconcile(side.context, { mend: true, signal: never });
    expect(found).toEqual([
      { kind: 'domain_missing', address: domain },
      { kind: 'missing', address: `shoes@${domain}` },
    ]);
    expect(left).toEqual([]);
    expect(remoteAliases()).toEqual(new Map([['shoes', inbox]]));
  });

  it('fails, and changes nothing, where the provider does not answer', async () => {
    await server.shut();
    const signal = AbortSignal.timeout(300);
    await expect(reconcile(side.context, { mend: true, signal })).rejects.toMatchObject({ name: 'ProviderError' });
  });
});
