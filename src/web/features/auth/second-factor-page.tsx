import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorLink } from '#contract/sign-in.ts';
import { secondFactorLinkMessages as texts } from '#messages/pages/second-factor-link.ts';
import { LinkNotChecked, mayBeGood } from '#web/components/link-not-checked.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { LockPage } from '#web/features/auth/lock-page.tsx';
import { explain, request } from '#web/lib/request.ts';
import { useLocation } from '#web/lib/router/place.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatTime } from '#web/lib/format-time.ts';

/** Where links of warnings lead: `/second-factor` and `/lock`. One page of the router, as each costs every visitor some bytes. */
export function WarningPage() {
  return useLocation().pathname === '/lock' ? <LockPage /> : <SecondFactorPage />;
}

/** `/second-factor#TOKEN`, the link of a mail about a second factor that is to be turned off. */
function SecondFactorPage() {
  const token = useFragmentToken();
  return token === '' ? (
    <Told title={texts.unusable} text={texts.unusableDescription} />
  ) : (
    <OpenedLink key={token} token={token} />
  );
}

function OpenedLink({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['second-factor-link', token],
    // POST, so that the token stands in no address and in no log.
    queryFn: ({ signal }) => request('POST /api/auth/second-factor/link', { payload: { token }, signal }),
  });
  const [done, setDone] = useState<Answer>();
  if (done !== undefined)
    return done === 'off' ? <TurnedOff /> : <Told title={texts.kept} text={texts.keptDescription} />;
  if (data) return <Question token={token} link={data.link} onDone={setDone} />;
  if (!error || isFetching) return <FullScreenWaiting />;
  if (mayBeGood(error)) return <LinkNotChecked error={error} retry={() => void refetch()} />;
  return <Told title={texts.unusable} text={explain(error, texts.unusableDescription)} />;
}

type Answer = 'off' | 'keep';

interface QuestionProps {
  token: string;
  link: SecondFactorLink;
  onDone: (answer: Answer) => void;
}

function Question({ token, link: { turnsOff, worksFrom }, onDone }: QuestionProps) {
  const { send, pending } = useAnswer(token, onDone);
  return (
    <MessageCard title={turnsOff ? texts.title : texts.warningTitle}>
      <p className="text-soft">{turnsOff ? texts.description : texts.warning}</p>
      {turnsOff && worksFrom !== null && <p className="text-soft">{texts.early(formatTime(worksFrom))}</p>}
      <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row sm:flex-wrap">
        {turnsOff && worksFrom === null && (
          <Button disabled={pending !== null} onClick={() => void send('off')}>
            {pending === 'off' ? texts.turningOff : texts.turnOff}
          </Button>
        )}
        <Button look="plain" disabled={pending !== null} onClick={() => void send('keep')}>
          {pending === 'keep' ? texts.stopping : texts.notMe}
        </Button>
      </div>
    </MessageCard>
  );
}

function useAnswer(token: string, onDone: (answer: Answer) => void) {
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (answer: Answer) => request(`POST /api/auth/second-factor/${answer}`, { payload: { token } }),
    onSuccess: (_answer, answer, _result, { client }) => (answer === 'off' ? forgetSession(client) : undefined),
  });
  const send = useSingleRun(async (answer: Answer) => {
    try {
      await mutateAsync(answer);
      onDone(answer);
    } catch (error) {
      showToast({ title: texts.failed, description: explain(error, texts.noAnswer), tone: 'destructive' });
    }
  });
  return { send, pending: isPending ? variables : null };
}

function TurnedOff() {
  return (
    <MessageCard title={texts.off}>
      <p className="text-soft">{texts.offDescription}</p>
      <LinkButton to="/auth">{texts.toSignIn}</LinkButton>
    </MessageCard>
  );
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <MessageCard title={title}>
      <p className="text-soft">{text}</p>
    </MessageCard>
  );
}
