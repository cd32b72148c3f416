import type { AuthMethod } from '#contract/methods.ts';

export const methodNames: Record<AuthMethod, string> = {
  email: 'Email and password',
  wallet: 'Solana wallet',
  google: 'Google',
};
