import type { ReactNode } from 'react';

/** What somebody sees who signs in to an account that they deleted. */
export const leavingMessages = {
  title: 'Your account is being deleted',
  now:
    'Mail to your aliases is refused, as if they did not exist. Mail programs and apps can no longer sign in with ' +
    'their passwords and API keys.',
  end: (until: ReactNode) => <>On {until} everything is erased for good.</>,
  offer: 'Until then you can come back. Everything will be as it was, and mail that still waits will be delivered.',
  comeBack: 'Keep my account',
  comingBack: 'Coming back...',
  back: 'Welcome Back',
  failed: 'Not Restored',
  failure: 'Failed to restore your account',
};
