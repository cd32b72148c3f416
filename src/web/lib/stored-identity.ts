import type { User } from '#contract/sign-in.ts';

const walletKey = 'walletAddress';
/** Never set any more, only cleared. */
const oldKeys = ['user', 'authMethod'];

/** Keeps in the browser which wallet signed in, by its public address, and nothing of anybody else. */
export function storeIdentity(user: User | null): void {
  try {
    if (user?.authMethod === 'wallet' && user.walletAddress) localStorage.setItem(walletKey, user.walletAddress);
    else for (const key of [walletKey, ...oldKeys]) localStorage.removeItem(key);
  } catch {
    // Storage may be blocked; nothing here depends on it.
  }
}
