import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { leaveAccount } from '#core/accounts/leave-account.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import { confirmTarget, stopTarget } from '#core/confirmation/confirm-target.ts';
import {
  createCredential,
  listCredentials,
  regenerateCredential,
  deleteCredential,
} from '#core/credentials/credentials.ts';
import { createImprovmxProvider } from '#core/providers/improvmx/improvmx-provider.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { performDueChange } from '#core/providers/improvmx/outbox-worker.ts';
import { reconcile } from '#core/providers/improvmx/reconcile.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { signUp, tokenOf } from '#support/core.ts';
import { startImprovmxServer, type ImprovmxServer, type Trouble } from '#support/improvmx-server.ts';
import { patience } from '#support/patience.ts';
import { quickPace, startImprovmxSide, type ImprovmxSide } from '#support/provider-sides.ts';

const domain = 'kauke.test';
const ip = '192.0.2.1';
const never = new AbortController().signal;
let server: ImprovmxServer;
let side: ImprovmxSide;

beforeEach(async () => {
  server = await startImprovmxServer();
  const pace = { ...quickPace, requestTimeoutMs: 200, pauseFirstMs: 2, pauseMaxMs: 4, patienceMs: 5_000 };
  side = await startImprovmxSide({ ...server, pace });
});
afterEach(async () => {
  await server.close();
  await side.close();
});

function remoteAliases(): Map<string, string> {
  return new Map(
    [...(server.account.domains.get(domain)?.aliases.values() ?? [])]
      .filter(({ alias }) => alias !== 'abuse' && alias !== 'postmaster')
      .map(({ alias, forward }) => [alias, forward.split(',').sort().join(',')]),
  );
}

/** The process that did this died: nothing of it goes on. */
class Killed extends Error {}

const troubles: readonly Trouble[] = [
  'drop_before',
  'drop_after',
  'error_500',
  'html',
  'half',
  'unsuccessful',
  'late',
  'slow',
];

interface Owner {
  readonly userId: string;
  /** Confirmed by the account's owner. */
  readonly inbox: string;
}

/** Everything that an operation picks from, at random. */
interface Scene {
  readonly core: AccountContext;
  readonly owner: Owner;
  /** One of the owner's aliases. */
  readonly alias: Alias;
  readonly name: string;
  readonly inbox: string;
  readonly forwardTo: string;
  readonly dice: number;
}

function change({ core, owner: { userId }, alias }: Scene, input: Parameters<typeof updateAlias>[1]['input']) {
  return updateAlias(core, { aliasId: alias.id, userId, ip, input });
}

function create({ core, owner: { userId }, name, forwardTo }: Omit<Scene, 'alias'>) {
  return createAlias(core, { alias: name, domain, forwardTo }, { ownerId: userId, askerId: userId, ip });
}

async function changeCredential({ core, owner: { userId }, alias, dice }: Scene): Promise<void> {
  const [credential] = await listCredentials(core, alias.id, userId);
  const its = { aliasId: alias.id, userId };
  if (credential === undefined) await createCredential(core, its);
  else if (dice % 2 === 0) await regenerateCredential(core, { ...its, credentialId: credential.id });
  else await deleteCredential(core, { ...its, credentialId: credential.id });
}

function answerMail({ core, inbox, dice }: Scene): Promise<void> {
  const token = tokenOf(side.mails.findLast(({ recipient }) => recipient === inbox));
  // Nobody ever gets mail again at an inbox that stopped us.
  return dice % 50 === 4 ? stopTarget(core, token) : confirmTarget(core, token, null);
}

/** In the dashboard of the provider, on aliases that it has from us. */
function tamper({ alias }: Scene): void {
  if (alias.providerState !== 'live' || !remoteAliases().has(alias.alias)) return;
  server.account.setAlias(domain, alias.alias, 'thief@inbox.example');
}

/** How often in a hundred each is done. */
const operations: readonly (readonly [number, (scene: Scene) => unknown])[] = [
  [25, create],
  [15, (scene) => change(scene, { forwardTo: scene.forwardTo })],
  [8, (scene) => change(scene, { alias: scene.name })],
  [14, ({ core, owner: { userId }, alias }) => toggleAlias(core, { aliasId: alias.id, userId, active: !alias.active })],
  [12, ({ core, owner: { userId }, alias }) => deleteAlias(core, alias.id, userId)],
  [8, answerMail],
  [10, changeCredential],
  [5, ({ alias }) => server.account.removeAlias(domain, alias.alias)],
  [3, tamper],
];
const choices = operations.flatMap(([times, perform]) => Array.from({ length: times }, () => perform));
const draw = fc.record({ kind: fc.nat({ max: 99 }), pick: fc.nat({ max: 999 }), other: fc.nat({ max: 999 }) });
type Draw = typeof draw extends fc.Arbitrary<infer Value> ? Value : never;
/** How often one account is deleted with all it has, and somebody new comes. */
const leavers = 2;

/** Of a hundred requests so many go wrong, and so many processes die around one. */
const faults = { troubles: 12, kills: 3 };

/** The same rules in processes that die at random, before a call or after it. */
function withKills(next: () => number): { core: AccountContext; context: ImprovmxContext } {
  const { sender } = side.context;
  const context: ImprovmxContext = {
    ...side.context,
    pace: { ...side.context.pace, patienceMs: 0 },
    sender: {
      waitMs: sender.waitMs,
      send: async (request, signal) => {
        if (next() < faults.kills) throw new Killed();
        const answer = await sender.send(request, signal);
        if (next() < faults.kills) throw new Killed();
        return answer;
      },
    },
  };
  return { core: { ...side.core, provider: createImprovmxProvider(context) }, context };
}

function isExpected(error: unknown): boolean {
  return error instanceof Killed || error instanceof AppError;
}

async function expectBothSidesEqual(operationCount: number): Promise<void> {
  const accountEvery = Math.floor(operationCount / (leavers + 0.5));
  const run = async (draws: readonly Draw[], seed: number): Promise<void> => {
    let state = seed;
    // Numerical Recipes' generator: its upper bits are random enough.
    const next = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * 100);
    };
    const { core, context } = withKills(next);
    const owners: Owner[] = [];
    let born = 0;
    let most = 0;
    const addOwner = async (): Promise<Owner> => {
      const inbox = `owner-${born}@inbox.example`;
      born += 1;
      const { user } = await signUp(side.core, inbox);
      await confirmTarget(side.core, tokenOf(side.mails.at(-1)), null);
      const owner = { userId: user.id, inbox };
      owners.push(owner);
      return owner;
    };
    await addOwner();
    await addOwner();
    await side.settle();

    server.lateMs = 250;
    server.trouble = () => (next() < faults.troubles ? (troubles[next() % troubles.length] ?? null) : null);

    const perform = async ({ kind, pick, other: dice }: Draw): Promise<void> => {
      // Each in a minute of its own: beyond its share a change is left to the worker.
      await core.database.db.deleteFrom('rateLimits').where('actionType', '=', 'provider_calls').execute();
      const owner = owners[pick % owners.length] ?? { userId: '', inbox: '' };
      const inboxes = [owner.inbox, owner.inbox, 'one@inbox.example', 'two@inbox.example', 'three@inbox.example'];
      const inbox = inboxes[dice % inboxes.length] ?? '';
      const forwardTo = dice % 3 === 0 && inbox !== owner.inbox ? `${inbox}, ${owner.inbox}` : inbox;
      const aliases = await listAliases(core, owner.userId, owner.userId);
      const alias = aliases[pick % Math.max(aliases.length, 1)];
      const scene = { core, owner, name: `${owner.inbox.split('@')[0]}-${dice % 40}`, inbox, forwardTo, dice };
      await (alias === undefined ? create(scene) : choices[kind]?.({ ...scene, alias }));
      while (next() < 60 && (await performDueChange(context, never)));
    };

    for (const [index, one] of draws.entries()) {
      await perform(one).catch((error: unknown) => {
        if (!isExpected(error)) throw error;
      });
      most = Math.max(most, remoteAliases().size);
      if (index % accountEvery !== accountEvery - 1) continue;
      await leaveAccount(core, owners.shift()?.userId ?? '');
      await addOwner();
    }

    server.trouble = () => null;
    await server.idle();
    expect(most).toBeGreaterThan(2);
    // By chance nothing of it may be left that has to be there.
    const last = await addOwner();
    const kept = { alias: 'kept', domain, forwardTo: last.inbox };
    await createAlias(side.core, kept, { ownerId: last.userId, askerId: last.userId, ip });
    const { left } = await reconcile(side.context, { mend: true, signal: AbortSignal.timeout(patience.testMs) });
    expect(left).toEqual([]);

    const wanted = new Map<string, string>();
    const senders: string[] = [];
    for (const { userId } of owners) {
      for (const { id, alias, active, targets } of await listAliases(core, userId, userId)) {
        const confirmed = targets.filter(({ state }) => state === 'confirmed').map(({ value }) => value);
        if (!active) wanted.set(alias, side.context.discardUrl);
        else if (confirmed.length > 0) wanted.set(alias, confirmed.sort().join(','));
        if ((await listCredentials(core, id, userId)).length > 0) senders.push(alias);
      }
    }
    expect(wanted.get('kept')).toBe(last.inbox);
    expect(remoteAliases()).toEqual(wanted);
    const credentials = [...(server.account.domains.get(domain)?.credentials.keys() ?? [])];
    expect(credentials.sort()).toEqual(senders.sort());
    expect(await core.database.db.selectFrom('providerChanges').selectAll().execute()).toEqual([]);
  };

  await fc.assert(
    fc.asyncProperty(
      fc.noBias(fc.array(draw, { minLength: operationCount, maxLength: operationCount })),
      fc.nat(),
      run,
    ),
    { numRuns: 1, endOnFailure: true },
  );
}

it('leaves both sides equal after random operations with failures and kills', () => expectBothSidesEqual(100));

it('leaves them equal after 500', { tags: 'proof' }, () => expectBothSidesEqual(500));
