import { useMutation, useQuery } from '@tanstack/react-query';
import { lockMessages as texts } from '#messages/pages/second-factor-link.ts';
import { LinkNotChecked, mayBeGood } from '#web/components/link-not-checked.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { explain, request } from '#web/lib/request.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** `/lock#TOKEN`, "This was not me" in a mail that warns of something. Opening it changes nothing: scanners do that, too. */
export function LockPage() {
  const token = useFragmentToken();
  return token === '' ? <Unusable text={texts.unusableDescription} /> : <OpenedLink key={token} token={token} />;
}

function OpenedLink({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['lock-link', token],
    // POST, so that the token stands in no address and in no log.
    queryFn: ({ signal }) => request('POST /api/auth/lock/link', { payload: { token }, signal }),
  });
  const lock = useLock(token);
  if (lock.done || data?.link.locked === true) return <Locked />;
  if (data) return <Question send={lock.send} busy={lock.isPending} />;
  if (!error || isFetching) return <FullScreenWaiting />;
  if (mayBeGood(error)) return <LinkNotChecked error={error} retry={() => void refetch()} />;
  return <Unusable text={explain(error, texts.unusableDescription)} />;
}

function useLock(token: string) {
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: () => request('POST /api/auth/lock', { payload: { token } }),
    onSuccess: (_answer, _input, _result, { client }) => forgetSession(client),
  });
  const send = useSingleRun(async () => {
    try {
      await mutateAsync();
    } catch (error) {
      showToast({ title: texts.failed, description: explain(error, texts.noAnswer), tone: 'destructive' });
    }
  });
  return { send, isPending, done: isSuccess };
}

function Question({ send, busy }: { send: () => Promise<void>; busy: boolean }) {
  return (
    <MessageCard title={texts.title}>
      <p className="text-soft">{texts.description}</p>
      <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button look="destructive" disabled={busy} onClick={() => void send()}>
          {busy ? texts.locking : texts.lock}
        </Button>
        <LinkButton look="plain" to="/">
          {texts.notNow}
        </LinkButton>
      </div>
    </MessageCard>
  );
}

function Locked() {
  return (
    <MessageCard title={texts.locked}>
      <p className="text-soft">{texts.lockedDescription}</p>
      <LinkButton to="/auth">{texts.toSignIn}</LinkButton>
    </MessageCard>
  );
}

function Unusable({ text }: { text: string }) {
  return (
    <MessageCard title={texts.unusable}>
      <p className="text-soft">{text}</p>
      <LinkButton to="/auth">{texts.toSignIn}</LinkButton>
    </MessageCard>
  );
}
