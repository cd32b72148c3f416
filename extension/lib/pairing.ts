import { redeemedPairingSchema } from '#contract/extension/pairing.ts';
import { pairingFragment } from '#contract/extension/hand-over.ts';
import { pairingPage } from '#contract/pages.ts';
import { publicConfigSchema } from '#contract/site.ts';
import type { Browser, Tab } from '#extension/lib/browser.ts';
import type { Connection } from '#extension/lib/connection.ts';
import { ask, ServerFailure, type ServerAsker } from '#extension/lib/server.ts';
import { permissionFor } from '#extension/lib/server-address.ts';

/** Why there is no connection, beside what servers answer. */
type PairingFault = 'permission' | 'notKauke' | 'refused' | 'closed' | 'late';

export class PairingEnded extends Error {
  override readonly name = 'PairingEnded';
  readonly fault: PairingFault;

  constructor(fault: PairingFault) {
    super();
    this.fault = fault;
  }
}

/** How far a pairing is. */
export type PairingStep = 'checking' | 'waiting' | 'pairing';

interface PairingParts {
  readonly browser: Browser;
  readonly asker: ServerAsker;
  /** So many random octets. */
  readonly random: (octets: number) => Uint8Array<ArrayBuffer>;
  /** Tells how far it is. */
  readonly onStep: (step: PairingStep) => void;
  /** Whoever presses Cancel. */
  readonly signal: AbortSignal;
}

/** As long as somebody may take to sign in and agree. */
const patienceMs = 10 * 60_000;

function base64url(octets: Uint8Array): string {
  return btoa(String.fromCharCode(...octets))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** What the page says in the address of its own tab; null while it says nothing, or speaks of another pairing. */
export function readPairingAnswer(
  url: string | undefined,
  { origin, state }: { readonly origin: string; readonly state: string },
): { readonly code: string } | 'refused' | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const { origin: from, pathname, hash } = new URL(url);
  if (from !== origin || pathname !== pairingPage) return null;
  const said = new URLSearchParams(hash.slice(1));
  if (said.get(pairingFragment.state) !== state) return null;
  if (said.has(pairingFragment.refused)) return 'refused';
  const code = said.get(pairingFragment.code);
  return code === null ? null : { code };
}

interface OpenedPage {
  readonly tabId: number;
  readonly origin: string;
  readonly state: string;
}

/** Waits for the code in the tab that we opened, at the server that was typed, for the state that only we know. */
function waitForCode({ browser, signal }: PairingParts, page: OpenedPage): Promise<string> {
  const { tabs } = browser;
  return new Promise((resolve, reject) => {
    const end = (act: () => void): void => {
      tabs.onUpdated.removeListener(onUpdated);
      tabs.onRemoved.removeListener(onRemoved);
      signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      act();
    };
    const stop = (fault: PairingFault): void => end(() => reject(new PairingEnded(fault)));
    const onUpdated = (tabId: number, { url }: { readonly url?: string }): void => {
      const said = tabId === page.tabId ? readPairingAnswer(url, page) : null;
      if (said === 'refused') stop('refused');
      else if (said !== null) end(() => resolve(said.code));
    };
    const onRemoved = (tabId: number): void => {
      if (tabId === page.tabId) stop('closed');
    };
    const onAbort = (): void => stop('closed');
    const timer = setTimeout(() => stop('late'), patienceMs);
    tabs.onUpdated.addListener(onUpdated);
    tabs.onRemoved.addListener(onRemoved);
    signal.addEventListener('abort', onAbort);
  });
}

/** Gives back the permission for a server. Some browsers keep it; without a key it opens nothing. */
export async function dropPermission({ permissions }: Browser, origin: string): Promise<void> {
  await permissions.remove({ origins: [permissionFor(origin)] }).catch(() => false);
}

async function openPage({ tabs }: Browser, url: string): Promise<number> {
  const { id }: Tab = await tabs.create({ url });
  if (id === undefined) throw new PairingEnded('closed');
  return id;
}

/**
 * Connects this browser with a server: a page of it asks its owner, and its code is good only with the verifier, which never
 * leaves this page before (RFC 7636). Another extension that sees the tab gains nothing by it. Begins with the question of the
 * browser for the permission, so it must follow a click at once.
 * @throws PairingEnded, ServerFailure.
 */
export async function pair(parts: PairingParts, origin: string): Promise<Connection> {
  const { browser, asker, random, onStep } = parts;
  if (!(await browser.permissions.request({ origins: [permissionFor(origin)] }))) throw new PairingEnded('permission');
  onStep('checking');
  const { features } = await ask(asker, origin, {
    method: 'GET',
    path: '/api/config',
    answer: publicConfigSchema,
  }).catch((error: unknown) => {
    const isOther = error instanceof ServerFailure && (error.kind === 'version' || error.kind === 'refused');
    throw isOther ? new PairingEnded('notKauke') : error;
  });
  const [verifier, state] = [base64url(random(32)), base64url(random(16))];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const challenge = base64url(new Uint8Array(digest));
  const { challenge: challengeName, state: stateName } = pairingFragment;
  const said = new URLSearchParams({ [challengeName]: challenge, [stateName]: state });
  const tabId = await openPage(browser, `${origin}${pairingPage}#${said.toString()}`);
  onStep('waiting');
  try {
    const code = await waitForCode(parts, { tabId, origin, state });
    onStep('pairing');
    const { userId, apiKey } = await ask(asker, origin, {
      method: 'POST',
      path: '/api/pairings/key',
      body: { code, verifier },
      answer: redeemedPairingSchema,
    });
    return { origin, key: apiKey.key, userId, contacts: features.contacts };
  } finally {
    // It may be closed already.
    await browser.tabs.remove(tabId).catch(() => {});
  }
}
