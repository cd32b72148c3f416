import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { GoogleFailureReason } from '#contract/sign-in.ts';
import { googleSignInMessages as texts } from '#messages/auth.tsx';
import { showToast } from '#web/lib/toast.ts';

const explanations: Readonly<Record<GoogleFailureReason, string>> = texts.reasons;

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
    showToast({ title: texts.failed, description: texts.failure, tone: 'destructive' });
    setSearch({}, { replace: true });
  }, [failed, setSearch]);
  return explanation;
}
