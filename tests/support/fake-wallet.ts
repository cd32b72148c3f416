import type { BrowserContext } from 'playwright-core';
import { walletMessage } from '#contract/wallet-message.ts';
import { walletChallengeSchema } from '#contract/sign-in.ts';
import { createTestWallet } from '#support/wallet.ts';

/** How a wallet signs in: by itself, or as a plain message after connecting. */
type Ability = 'signIn' | 'signMessage';

export interface FakeWallet {
  readonly address: string;
  /** What the page asked of it, in order. */
  readonly calls: readonly string[];
  /** Its holder says no from now on, or yes again. */
  setWilling(willing: boolean): void;
}

interface WalletInPage {
  readonly name: string;
  readonly address: string;
  readonly ability: Ability;
  /** Names of the functions that lead out of the page. */
  readonly ask: string;
}

/** Runs in the page: registers a wallet as an extension does, whichever of page and wallet comes first. */
function registerInPage({ name, address, ability, ask }: WalletInPage): void {
  type Bytes = number[];
  type Answer = { message: Bytes; signature: Bytes };
  const call = (method: string, input: unknown): Promise<Answer> =>
    (window as unknown as Record<string, (method: string, input: unknown) => Promise<Answer>>)[ask]!(method, input);
  const account = { address, publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: [] };
  const read = ({ message, signature }: Answer) => ({
    signedMessage: new Uint8Array(message),
    signature: new Uint8Array(signature),
  });
  const signing =
    ability === 'signIn'
      ? {
          'solana:signIn': {
            version: '1.0.0',
            signIn: async (input: unknown) => [{ account, ...read(await call('signIn', input)) }],
          },
        }
      : {
          'solana:signMessage': {
            version: '1.1.0',
            signMessage: async ({ message }: { message: Uint8Array }) => [
              read(await call('signMessage', [...message])),
            ],
          },
        };
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async (input: unknown) => {
          await call('connect', input ?? null);
          return { accounts: [account] };
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => void (await call('disconnect', null)) },
      ...signing,
    },
  };
  const register = ({ register: add }: { register: (added: unknown) => void }): void => add(wallet);
  window.addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<{ register: (added: unknown) => void }>).detail),
  );
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}

/** Gives every page of a browser a wallet with a real Ed25519 key, which never enters the page. */
export async function installFakeWallet(
  context: BrowserContext,
  { name = 'Test Wallet', ability = 'signIn' as Ability, wallet = createTestWallet() } = {},
): Promise<FakeWallet> {
  const calls: string[] = [];
  let willing = true;
  const ask = `ask${name.replaceAll(' ', '')}`;
  await context.exposeFunction(ask, (method: string, input: unknown) => {
    calls.push(method === 'connect' && input !== null ? `connect ${JSON.stringify(input)}` : method);
    if (method === 'connect' || method === 'disconnect') return null;
    if (!willing) throw new Error('The holder said no.');
    const message =
      method === 'signMessage'
        ? Buffer.from(input as number[])
        : Buffer.from(walletMessage(walletChallengeSchema.parse(input), wallet.address));
    return { message: [...message], signature: [...wallet.sign(message)] };
  });
  await context.addInitScript(registerInPage, { name, address: wallet.address, ability, ask });
  return {
    address: wallet.address,
    calls,
    setWilling: (next) => {
      willing = next;
    },
  };
}
