import { createRuleBook } from '#core/rules/rule-book.ts';
import { createFindAlias } from '#core/aliases/standing/find-alias.ts';
import { listCredentials } from '#core/credentials/credentials.ts';
import { checkCredential } from '#core/credentials/credential-holders.ts';
import { addDomain } from '#core/domains/domains.ts';
import { createImprovmxProvider, openImprovmxContext } from '#core/providers/improvmx/improvmx-provider.ts';
import { createImprovmxClient } from '#core/providers/improvmx/improvmx-client.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { noteNewDomains, performDueChange } from '#core/providers/improvmx/outbox-worker.ts';
import { providerPace, type ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import { splitAddress } from '#platform/addresses.ts';
import { systemClock } from '#platform/clock.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { withGenerousLimits } from '#support/generous-limits.ts';

/** What becomes of mail to an address: the inboxes and web addresses that get it, sorted. */
export type Fate = readonly string[] | 'dropped' | 'refused';

/** A forwarder with the rules that use it. */
export interface Side {
  readonly core: AccountContext;
  readonly mails: TestCore['mails'];
  readonly logLines: TestCore['logLines'];
  /** What was noted and can be done now is done. */
  settle(): Promise<void>;
  fateOf(address: string): Promise<Fate>;
  hasCredential(aliasId: string, userId: string, username: string): Promise<boolean>;
  /** Whether a mail program gets in; null where nobody tells. */
  signsIn(username: string, password: string): Promise<boolean | null>;
  close(): Promise<void>;
}

export interface ImprovmxSide extends Side {
  readonly context: ImprovmxContext;
}

/** The waits of the product, shortened to what a test sits out. */
export const quickPace: ProviderPace = {
  ...providerPace,
  requestTimeoutMs: 400,
  inlineTimeoutMs: 800,
  changeTimeoutMs: 2_000,
  leaseMs: 2_500,
  pollMs: 20,
  pauseFirstMs: 10,
  pauseMaxMs: 40,
  secondLookMs: 20,
  busyMs: 30,
  busyMaxMs: 2_000,
  planMs: 0,
};

export async function startBuiltinSide(): Promise<Side> {
  const test = await createTestCore();
  const core = withGenerousLimits(test.core);
  // The mail engine itself is asked, about the database of the rules.
  const { database, keys, domains, clock } = core;
  const findAlias = createFindAlias(database, keys, clock);
  const { confirmationGraceMs } = mailLimits;
  const newNames = { ...core, rules: createRuleBook(core) };
  const tracer = { note: () => {} };
  const engine = { database, keys, domains, clock, findAlias, newNames, tracer, confirmationGraceMs };
  return {
    core,
    mails: test.mails,
    logLines: test.logLines,
    settle: () => Promise.resolve(),
    fateOf: async (address) => {
      const decision = await resolveRecipient(engine, address, 'bob@sender.example');
      if (!decision.accepted || decision.recipient.kind !== 'alias') return 'refused';
      return decision.recipient.paused ? 'dropped' : decision.recipient.routes.map(({ target }) => target).sort();
    },
    hasCredential: async (aliasId, userId) => (await listCredentials(core, aliasId, userId).catch(() => [])).length > 0,
    signsIn: async (username, password) => (await checkCredential(core, { username, password })) !== null,
    close: async () => {
      await test.drop();
    },
  };
}

export interface ImprovmxSideOptions {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly pace?: ProviderPace;
  /** A domain to use instead of those of the tests. */
  readonly domain?: string;
  /** What the provider knows of a password; it never tells it. */
  readonly passwordOf?: (username: string) => string | undefined;
}

export async function startImprovmxSide({
  apiUrl,
  apiKey,
  pace = quickPace,
  domain,
  passwordOf,
}: ImprovmxSideOptions): Promise<ImprovmxSide> {
  const test = await createTestCore({ publicUrl: 'https://mask.example' });
  const base = withGenerousLimits(test.core);
  if (domain !== undefined) {
    await base.database.db.updateTable('domains').set({ providerReadyAt: new Date() }).execute();
    await addDomain(base, domain);
    await base.domains.reload();
  }
  const operatorEmail = 'operator@inbox.example';
  // The provider's time is real.
  const options = { apiUrl, apiKey, operatorEmail, publicUrl: base.settings.publicUrl, pace };
  const context = openImprovmxContext({ ...base, clock: systemClock }, options);
  const client = createImprovmxClient(context.sender, new AbortController().signal);
  return {
    core: { ...base, provider: createImprovmxProvider(context) },
    context,
    mails: test.mails,
    logLines: test.logLines,
    settle: async () => {
      await noteNewDomains(context);
      while (await performDueChange(context, new AbortController().signal));
    },
    fateOf: async (address) => {
      const { local: name, domain } = splitAddress(address);
      const found = await client.findAlias(domain, name);
      if (found === null) return 'refused';
      return found.forward === context.discardUrl ? 'dropped' : found.forward.split(',').sort();
    },
    hasCredential: async (_aliasId, _userId, username) => {
      const { local: name, domain } = splitAddress(username);
      return (await client.listCredentials(domain)).includes(name);
    },
    signsIn: (username, password) =>
      Promise.resolve(passwordOf === undefined ? null : passwordOf(username) === password),
    close: test.drop,
  };
}
