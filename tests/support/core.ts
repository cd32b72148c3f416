import { removeUser } from '#core/accounts/account.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { deleteHeld } from '#core/held/held-mail.ts';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { serviceWays } from '#core/moving-in/sources/list-sources.ts';
import type { AccountContext, SignedIn } from '#core/sign-in/account-context.ts';
import { createPasswordHasher } from '#core/sign-in/password-hasher.ts';
import { registerAccount } from '#core/sign-in/register-account.ts';
import type { SystemMail } from '#core/system-mail.ts';
import type { TargetSettings } from '#core/targets/target-context.ts';
import { createEncryptor } from '#mail/encrypt/encryptor.ts';
import { createKeyReader } from '#mail/encrypt/key-reader.ts';
import { createContactStore } from '#mail/recipient/contact-store.ts';
import { createCorrespondents } from '#mail/recipient/contacts.ts';
import { createWebhookClient, createWebhookSender, defaultWebhookTimeouts } from '#mail/webhook/webhook-client.ts';
import { systemRandom } from '#platform/random.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';
import { createGuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { cheapPasswords } from '#support/cheap-passwords.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { createPreparedDatabase } from '#support/prepared-database.ts';
import { createTestLog } from '#support/test-log.ts';

export interface TestCore {
  readonly core: AccountContext;
  /** Moves the clock. */
  advance(ms: number): void;
  /** Every system mail sent so far. */
  readonly mails: readonly SystemMail[];
  readonly logLines: readonly string[];
  drop(): Promise<void>;
}

/** Nobody waits in tests. */
const noGaps = { simplelogin: 0, addy: 0, 'forward-email': 0, improvmx: 0, 'firefox-relay': 0 };

export const dayMs = 24 * 60 * 60 * 1000;

/** The product's rules on a fresh database, with a clock that stands still and mail that goes into a list. */
export async function createTestCore(settings: Partial<TargetSettings> = {}, dnsServer?: string): Promise<TestCore> {
  const { database, drop } = await createPreparedDatabase();
  const keys = await createTestKeyRing(database);
  let now = Date.UTC(2026, 10, 21, 12);
  const clock = { now: () => now };
  const mails: SystemMail[] = [];
  const logLines: string[] = [];
  const log = createTestLog((line) => logLines.push(line), clock.now);
  const base = { database, keys, clock, random: systemRandom, log };
  const domains = await createDomainDirectory(base);
  // Names lead nowhere; endpoints on this machine are real ones.
  const fetch = createGuardedFetch({
    resolver: { addresses: () => Promise.resolve({ kind: 'no-name' }) },
    allowAddress: () => false,
    allowInsecure: settings.insecureWebhooks ?? false,
    authorities: null,
  });
  const webhooks = createWebhookSender(createWebhookClient({ fetch, clock, ...defaultWebhookTimeouts }));
  const core: AccountContext = {
    ...base,
    domains,
    domainDns: createResolver({ ...base, servers: [dnsServer ?? '127.0.0.1:9'], timeoutMs: 5_000, cacheMaxBytes: 0 }),
    // The clock stands still, so nobody waits.
    limiter: createRateLimiter(base, rateLimitRules, async () => {}),
    mailer: { send: async (mail) => void mails.push(mail) },
    newAccounts: async () => {},
    passwords: createPasswordHasher({
      semaphore: new Semaphore({ max: 2, maxWaiting: 100 }),
      random: systemRandom,
      cost: cheapPasswords,
    }),
    google: null,
    webhooks,
    keyReader: createKeyReader(createEncryptor(clock), fetch),
    verifications: new Semaphore({ max: 4, maxWaiting: 200 }),
    services: {
      ...serviceWays,
      gapsMs: noGaps,
      fetch: (request) => fetch({ method: 'GET', body: null, ...request }),
    },
    provider: createBuiltinProvider(),
    // The engine opens and forwards held mail, in tests of its own; here it is only taken out.
    held: { list: async () => [], release: (held) => deleteHeld(base, held) },
    testPost: { send: async () => ({ accepted: true, fault: null, reply: '250 2.0.0 OK' }) },
    correspondents: createCorrespondents({ ...base, contacts: createContactStore({ ...base, knownMax: 100 }) }),
    settings: {
      publicUrl: 'http://localhost:3000',
      operatorEmail: null,
      delivery: 'preview',
      targetConfirmation: 'required',
      insecureWebhooks: false,
      registration: 'open',
      domains: { own: true, below: [], mailHostname: 'mx.kauke.test' },
      quotas: { aliases: null, unconfirmedAliases: 10_000, targets: 500, apiKeys: 50 },
      ...settings,
    },
  };
  return {
    core,
    advance: (ms) => {
      now += ms;
    },
    mails,
    logLines,
    drop: async () => {
      webhooks.close();
      domains.close();
      await drop();
    },
  };
}

/** The token of the link in a confirmation mail. */
export function tokenOf(mail: SystemMail | undefined): string {
  return /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** What housekeeping does with an account that has left. */
export function eraseAccount(core: AccountContext, userId: string): Promise<void> {
  return core.database.db.transaction().execute((transaction) => removeUser(transaction, core, userId));
}

/** A new account, signed in. Each call may come from another `ip`. */
export function signUp(core: AccountContext, email: string, ip = '192.0.2.1'): Promise<SignedIn> {
  return registerAccount(
    core,
    { email, password: 'correct horse' },
    { ip, sessionToken: null, device: 'Firefox on Linux' },
  );
}
