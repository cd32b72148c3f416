import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { googleFailureReasonSchema, type GoogleFailureReason } from '#contract/google.ts';
import { confirmIdentity } from '#web/features/settings/identity/confirm-identity.ts';
import { showToast } from '#web/lib/toast.ts';

export const linkGooglePath = '/api/auth/google?purpose=link';

const reasons: Record<Exclude<GoogleFailureReason, 'confirm'>, string> = {
  denied: 'Google was not allowed to tell who you are.',
  busy: 'That was tried too often. Please wait a while, then try again.',
  expired: 'That took too long or began in another browser. Please try again.',
  unverified: 'Google has not verified the email of that account.',
  unavailable: 'Google cannot be reached now. Please try again later.',
  taken: 'That Google account or its email belongs to another account here.',
  mismatch: 'That is not the Google account that is linked here.',
};

async function answerFailure(reason: GoogleFailureReason): Promise<void> {
  if (reason !== 'confirm') {
    showToast({ title: 'Google Login Failed', description: reasons[reason], tone: 'destructive' });
    return;
  }
  await confirmIdentity();
  window.location.assign(linkGooglePath);
}

/** Goes on where the way to Google and back ended. */
export function useGoogleReturn(): void {
  const [params, setParams] = useSearchParams();
  const failed =
    params.get('error') === 'google' ? googleFailureReasonSchema.safeParse(params.get('reason')).data : null;

  useEffect(() => {
    if (!failed) return;
    setParams({}, { replace: true });
    // Whoever closes the question has answered it.
    answerFailure(failed).catch(() => undefined);
  }, [failed, setParams]);
}
