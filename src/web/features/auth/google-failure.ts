import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { GoogleFailureReason } from '#contract/sign-in.ts';
import { showToast } from '#web/lib/toast.ts';

const explanations: Record<GoogleFailureReason, string> = {
  busy: 'That was tried too often. Please wait a while, or sign in another way.',
  denied: 'Google did not let us know who you are, because you said no.',
  expired: 'It took too long, or was finished in another browser. Please try again.',
  unverified: 'Google has not verified the email of that account, so we cannot use it.',
  unavailable: 'Google could not be reached. Please try again later, or sign in another way.',
  taken: 'Its email already belongs to an account here. Sign in to that one first, then link Google in its settings.',
  mismatch: 'That is not the Google account that is linked here.',
  confirm: 'Please sign in again, then link Google in your settings.',
};

function isReason(text: string): text is GoogleFailureReason {
  return Object.hasOwn(explanations, text);
}

/** Why Google sign-in sent its visitor back here, if it did; told once, then gone from the address. */
export function useGoogleFailure(): string | null {
  const [search, setSearch] = useSearchParams();
  const failed = search.get('error') === 'google';
  const reason = search.get('reason') ?? '';
  const [explanation] = useState(failed && isReason(reason) ? explanations[reason] : null);
  useEffect(() => {
    if (!failed) return;
    showToast({ title: 'Google Login Failed', description: 'Failed to login with Google', tone: 'destructive' });
    setSearch({}, { replace: true });
  }, [failed, setSearch]);
  return explanation;
}
