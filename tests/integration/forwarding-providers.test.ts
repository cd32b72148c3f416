import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { leaveAccount } from '#core/accounts/leave-account.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import { confirmTarget, stopTarget } from '#core/confirmation/confirm-target.ts';
import { createCredential, regenerateCredential, deleteCredential } from '#core/credentials/credentials.ts';
import { providerPace } from '#core/providers/improvmx/provider-pace.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { signUp, tokenOf } from '#support/core.ts';
import { startImprovmxServer, type ImprovmxServer } from '#support/improvmx-server.ts';
import { startBuiltinSide, startImprovmxSide, type Fate, type Side } from '#support/provider-sides.ts';

const ip = '192.0.2.1';

interface Owner {
  readonly userId: string;
  readonly inbox: string;
}

/** The same rows for every forwarder: what a person does, and what becomes of mail then. */
function describeBehaviour(start: () => Promise<Side>, domain = 'kauke.test'): void {
  let side: Side;
  let ann: Owner;

  const tokenFor = (inbox: string): string =>
    tokenOf(side.mails.findLast(({ recipient, text }) => recipient === inbox && text.includes('/confirm#')));
  const confirm = (inbox: string): Promise<void> => confirmTarget(side.core, tokenFor(inbox), null);

  beforeAll(async () => {
    side = await start();
    const inbox = `ann-${randomUUID()}@inbox.example`;
    const { user } = await signUp(side.core, inbox);
    await confirm(inbox);
    ann = { userId: user.id, inbox };
    await side.settle();
  });
  afterAll(async () => {
    await leaveAccount(side.core, ann.userId);
    await side.settle();
    await side.close();
  });

  const make = (forwardTo: string, { userId } = ann): Promise<Alias> =>
    createAlias(side.core, { alias: `t-${randomUUID()}`, domain, forwardTo }, { ownerId: userId, askerId: userId, ip });
  const change = async (aliasId: string, input: Parameters<typeof updateAlias>[1]['input']): Promise<Alias> =>
    (await updateAlias(side.core, { aliasId, userId: ann.userId, ip, input })).alias;
  const toggle = async (aliasId: string, active: boolean): Promise<Alias> =>
    (await toggleAlias(side.core, { aliasId, userId: ann.userId, active })).alias;
  const addressOf = ({ alias }: Alias): string => `${alias}@${domain}`;
  const expectFate = async (alias: Alias, fate: Fate): Promise<void> => {
    await side.settle();
    expect(await side.fateOf(addressOf(alias))).toEqual(fate);
  };
  const newInbox = (): string => `box-${randomUUID()}@inbox.example`;

  it('forwards for a new alias to a confirmed inbox at once', async () => {
    const alias = await make(ann.inbox);
    expect(alias.providerState).toBe('live');
    await expectFate(alias, [ann.inbox]);
  });

  it('forwards only to the confirmed ones of several targets, and to the others once they are', async () => {
    const inbox = newInbox();
    const alias = await make(`${ann.inbox}, ${inbox}`);
    await expectFate(alias, [ann.inbox]);
    await confirm(inbox);
    await expectFate(alias, [ann.inbox, inbox].sort());
  });

  it('refuses mail while no target is confirmed', async () => {
    const inbox = newInbox();
    const alias = await make(inbox);
    await expectFate(alias, 'refused');
    await confirm(inbox);
    await expectFate(alias, [inbox]);
  });

  it('follows an alias to other targets', async () => {
    const inbox = newInbox();
    const alias = await make(ann.inbox);
    await change(alias.id, { forwardTo: inbox });
    await expectFate(alias, 'refused');
    await confirm(inbox);
    await expectFate(alias, [inbox]);
    await change(alias.id, { forwardTo: `${inbox}, ${ann.inbox}` });
    await expectFate(alias, [ann.inbox, inbox].sort());
  });

  it('drops mail of a paused alias, without telling anybody, and forwards again when it is resumed', async () => {
    const alias = await make(ann.inbox);
    expect(await toggle(alias.id, false)).toMatchObject({ active: false, forwardTo: 'null', lastForwardTo: ann.inbox });
    await expectFate(alias, 'dropped');
    await toggle(alias.id, true);
    await expectFate(alias, [ann.inbox]);
  });

  it('drops mail of a paused alias although nobody has confirmed', async () => {
    const alias = await make(newInbox());
    await toggle(alias.id, false);
    await expectFate(alias, 'dropped');
  });

  it('forwards under a new name and no longer under the old one', async () => {
    const alias = await make(ann.inbox);
    const renamed = await change(alias.id, { alias: `r-${randomUUID()}` });
    await expectFate(renamed, [ann.inbox]);
    await expectFate(alias, 'refused');
  });

  it('refuses mail of a deleted alias, and forwards when its owner takes it again', async () => {
    const alias = await make(ann.inbox);
    await deleteAlias(side.core, alias.id, ann.userId);
    await expectFate(alias, 'refused');
    const input = { alias: alias.alias, domain, forwardTo: ann.inbox };
    await createAlias(side.core, input, { ownerId: ann.userId, askerId: ann.userId, ip });
    await expectFate(alias, [ann.inbox]);
  });

  it('takes a name of digits for a name', async () => {
    const one = await make(ann.inbox);
    const input = { alias: '101', domain, forwardTo: ann.inbox };
    const digits = await createAlias(side.core, input, { ownerId: ann.userId, askerId: ann.userId, ip });
    await expectFate(digits, [ann.inbox]);
    await toggle(digits.id, false);
    await expectFate(digits, 'dropped');
    await deleteAlias(side.core, digits.id, ann.userId);
    await expectFate(digits, 'refused');
    await expectFate(one, [ann.inbox]);
  });

  it('stops forwarding to an inbox from every alias when its owner says so', async () => {
    const inbox = newInbox();
    const alone = await make(inbox);
    const beside = await make(`${ann.inbox}, ${inbox}`);
    await confirm(inbox);
    await expectFate(alone, [inbox]);
    await stopTarget(side.core, tokenFor(inbox));
    await expectFate(alone, 'refused');
    await expectFate(beside, [ann.inbox]);
  });

  it('takes a removed target away from its aliases', async () => {
    const inbox = newInbox();
    const alias = await make(`${ann.inbox}, ${inbox}`);
    await confirm(inbox);
    const target = (await listTargets(side.core, ann.userId)).find(({ value }) => value === inbox);
    await removeTarget(side.core, target?.id ?? '', ann.userId);
    await expectFate(alias, [ann.inbox]);
  });

  it('signs a mail program in by the newest password until the credential goes', async () => {
    const alias = await make(ann.inbox);
    const own = { aliasId: alias.id, userId: ann.userId };
    const has = (): Promise<boolean> => side.hasCredential(alias.id, ann.userId, addressOf(alias));
    const first = await createCredential(side.core, own);
    expect(first).toMatchObject({ username: addressOf(alias), providerState: 'live' });
    expect(await side.signsIn(first.username, first.password)).not.toBe(false);
    const second = await regenerateCredential(side.core, { ...own, credentialId: first.id });
    await side.settle();
    expect(await side.signsIn(first.username, second.password)).not.toBe(false);
    expect(await side.signsIn(first.username, first.password)).not.toBe(true);
    expect(await has()).toBe(true);
    await deleteCredential(side.core, { ...own, credentialId: first.id });
    await side.settle();
    expect(await has()).toBe(false);
  });

  it('ends the credential of an alias that is renamed or deleted', async () => {
    const [renamed, deleted] = [await make(ann.inbox), await make(ann.inbox)];
    for (const alias of [renamed, deleted])
      await createCredential(side.core, { aliasId: alias.id, userId: ann.userId });
    await change(renamed.id, { alias: `r-${randomUUID()}` });
    await deleteAlias(side.core, deleted.id, ann.userId);
    await side.settle();
    for (const alias of [renamed, deleted]) {
      expect(await side.hasCredential(alias.id, ann.userId, addressOf(alias))).toBe(false);
    }
  });

  it('forwards nothing for an account that is deleted', async () => {
    const inbox = newInbox();
    const { user } = await signUp(side.core, inbox);
    await confirm(inbox);
    const alias = await make(inbox, { userId: user.id, inbox });
    const { username, password } = await createCredential(side.core, { aliasId: alias.id, userId: user.id });
    await expectFate(alias, [inbox]);
    expect(await side.signsIn(username, password)).not.toBe(false);
    await leaveAccount(side.core, user.id);
    await expectFate(alias, 'refused');
    expect(await side.signsIn(username, password)).not.toBe(true);
  });

  it('has something to say about a domain', async () => {
    const { ready, faults } = await side.core.provider.checkDomain(domain);
    expect(ready).toBe(faults.length === 0);
  });
}

describe('the built-in provider', () => {
  describeBehaviour(startBuiltinSide);
});

describe('ImprovMX, by its stand-in', () => {
  let server: ImprovmxServer;
  beforeAll(async () => {
    server = await startImprovmxServer();
  });
  afterAll(() => server.close());

  describeBehaviour(() =>
    startImprovmxSide({
      ...server,
      passwordOf: (username) => {
        const [name = '', domain = ''] = username.split('@');
        return server.account.domains.get(domain)?.credentials.get(name)?.password;
      },
    }),
  );
});

// Only by `npm run lab -- improvmx`: it costs requests of a real account, whose plan must have webhooks and SMTP.
const { IMPROVMX_API_KEY: apiKey, IMPROVMX_TEST_DOMAIN: domain } = process.env;
const realAccounts = apiKey === undefined || domain === undefined ? [] : [{ apiKey, domain }];

describe.each(realAccounts)('ImprovMX itself, on $domain', { timeout: 10 * 60_000 }, (account) => {
  const pace = { ...providerPace, patienceMs: 120_000, inlineTimeoutMs: 120_000, secondLookMs: 1 };
  const apiUrl = 'https://api.improvmx.com/v3';
  describeBehaviour(() => startImprovmxSide({ ...account, apiUrl, pace }), account.domain);
});
