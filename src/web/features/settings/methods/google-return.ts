import { useEffect } from 'react';
import { googleFailures, methodMessages } from '#messages/pages/settings.ts';
import type { GoogleFailureReason } from '#contract/sign-in.ts';
import { confirmIdentity } from '#web/lib/confirm-identity.ts';
import { navigate } from '#web/lib/router/navigate.ts';
import { useLocation, useSearch } from '#web/lib/router/place.ts';
import { showToast } from '#web/lib/toast.ts';

export const linkGooglePath = '/api/auth/google?purpose=link';

const reasons: Readonly<Record<Exclude<GoogleFailureReason, 'confirm' | 'uninvited'>, string>> = googleFailures;

/** Whoever is uninvited is on the sign-in page. */
function isFailureReason(text: string | null): text is keyof typeof reasons | 'confirm' {
  return text !== null && (text === 'confirm' || Object.hasOwn(reasons, text));
}

async function answerFailure(reason: keyof typeof reasons | 'confirm'): Promise<void> {
  if (reason !== 'confirm') {
    showToast({ title: methodMessages.googleFailed, description: reasons[reason], tone: 'destructive' });
    return;
  }
  await confirmIdentity();
  window.location.assign(linkGooglePath);
}

/** Goes on where the way to Google and back (OpenID Connect) ended. */
export function useGoogleReturn(): void {
  const { pathname } = useLocation();
  const params = useSearch();
  const reason = params.get('error') === 'google' ? params.get('reason') : null;
  const failed = isFailureReason(reason) ? reason : null;

  useEffect(() => {
    if (!failed) return;
    navigate(pathname, { replace: true });
    // Whoever closes the question has answered it.
    answerFailure(failed).catch(() => undefined);
  }, [failed, pathname]);
}
