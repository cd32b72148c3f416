import { limits } from '#contract/limits.ts';
import type { LoginInput } from '#contract/sign-in.ts';
import { lockedFactorMessages as texts } from '#messages/pages/auth.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { useRequestFactorLink } from '#web/features/auth/sign-in-calls.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** The way in for those who know the password and whose codes are refused, because too many were wrong. */
export function LockedFactor({ credentials: { email, password } }: { credentials: LoginInput }) {
  const link = useRequestFactorLink();
  const ask = useSingleRun(async () => {
    try {
      await link.mutateAsync({ email, password });
    } catch (error) {
      reportFailure(error, texts.notSent, texts.failure);
    }
  });
  return (
    <div>
      <p className="text-small text-soft">{texts.explanation(limits.secondFactorWaitHours)}</p>
      <div role="status">{link.data && <p className="mt-3 text-small text-on">{link.data.message}</p>}</div>
      <TextButton disabled={link.isPending} onClick={() => void ask()} className="mt-2">
        {link.isPending ? texts.asking : texts.ask}
      </TextButton>
    </div>
  );
}
