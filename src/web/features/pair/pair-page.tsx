import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { User } from '#contract/sign-in.ts';
import { pairMessages as texts } from '#messages/pages/account/pairing.ts';
import { IdentityQuestion } from '#web/components/identity-question.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { answerAsking, useAsking, type Asking } from '#web/features/pair/asking.ts';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { useSession } from '#web/lib/session.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** `/pair`, which a browser extension opens to be let in. Opening it changes nothing. */
export function PairPage({ signIn }: { signIn: ReactNode }) {
  const asking = useAsking();
  const { user, isLoading } = useSession();
  if (isLoading) return <FullScreenWaiting />;
  if (asking === null) return <Nobody />;
  if (user) return <Question key={`${user.id} ${asking.state}`} user={user} asking={asking} />;
  return (
    <>
      <p role="status" className="mx-auto max-w-md px-4 pt-8 text-center text-soft">
        {texts.signInFirst}
      </p>
      {signIn}
    </>
  );
}

function Nobody() {
  return (
    <MessageCard title={texts.nobody}>
      <p className="text-soft">{texts.nobodyDescription}</p>
      <LinkButton to="/settings/api-keys">{texts.toSettings}</LinkButton>
    </MessageCard>
  );
}

function Question({ user, asking }: { user: User; asking: Asking }) {
  const [answer, setAnswer] = useState<'agreed' | 'refused' | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => requestConfirmed('POST /api/pairings', { payload: { challenge: asking.challenge } }),
  });
  const agree = useSingleRun(async () => {
    try {
      const { pairing } = await mutateAsync();
      answerAsking(asking, pairing.code);
      setAnswer('agreed');
    } catch (error) {
      reportUnconfirmed(error, texts.failed, texts.failure);
    }
  });
  if (answer !== null) return <Answered title={texts.answered[answer]} text={texts.answeredText[answer]} />;
  return (
    <MessageCard title={texts.title}>
      <p>{texts.description}</p>
      <p className="font-semibold wrap-anywhere">{texts.account(user.email ?? user.walletAddress ?? texts.yours)}</p>
      <ul className="list-disc pl-5 text-soft">
        {texts.may.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="text-soft">{texts.mayNot}</p>
      <p className="text-soft">{texts.caution}</p>
      <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row">
        <Button disabled={isPending} onClick={() => void agree()}>
          {isPending ? texts.agreeing : texts.agree}
        </Button>
        <Button
          look="plain"
          disabled={isPending}
          onClick={() => {
            answerAsking(asking, null);
            setAnswer('refused');
          }}
        >
          {texts.refuse}
        </Button>
      </div>
      <IdentityQuestion />
    </MessageCard>
  );
}

/** What was pressed is gone: the focus is on what came of it. */
function focusIt(element: HTMLElement | null): void {
  element?.focus();
}

function Answered({ title, text }: { title: string; text: string }) {
  return (
    <MessageCard title={title}>
      <p ref={focusIt} role="status" tabIndex={-1} className="text-soft outline-none">
        {text}
      </p>
      <LinkButton to="/settings/api-keys">{texts.toSettings}</LinkButton>
    </MessageCard>
  );
}
