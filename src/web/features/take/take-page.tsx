import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Offered } from '#contract/domains/offers.ts';
import { limits } from '#contract/limits.ts';
import { takeMessages as texts } from '#messages/pages/account/offers.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { TakeCard } from '#web/features/take/take-card.tsx';
import { explain, request, RequestError } from '#web/lib/request.ts';
import { ownKey, useSession } from '#web/lib/session.ts';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';

/** `/take#TOKEN`, the link by which somebody passes an alias or a domain on. Opening it changes nothing. */
export function TakePage({ signIn }: { signIn: ReactNode }) {
  const token = useFragmentToken();
  const { user, isLoading } = useSession();
  if (isLoading) return <FullScreenWaiting />;
  if (token === '') return <Unusable />;
  if (user) return <OpenedLink key={`${user.id} ${token}`} token={token} />;
  return (
    <>
      <p role="status" className="mx-auto max-w-md px-4 pt-8 text-center text-soft">
        {texts.signInFirst}
      </p>
      {signIn}
    </>
  );
}

function OpenedLink({ token }: { token: string }) {
  const [taken, setTaken] = useState<Offered | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [ownKey, 'offered', token],
    // POST, so that the token stands in no address and in no log.
    queryFn: ({ signal }) => request('POST /api/offers/read', { payload: { token }, signal }),
    staleTime: Infinity,
    enabled: taken === null,
  });
  if (taken) return <Taken offered={taken} />;
  if (error && !isFetching) return <NotOpened error={error} retry={() => void refetch()} />;
  if (!data) return <FullScreenWaiting />;
  if (data.offered.own) return <Own />;
  return <TakeCard token={token} offered={data.offered} onTaken={setTaken} onChanged={() => void refetch()} />;
}

function Unusable() {
  return (
    <MessageCard title={texts.unusable}>
      <p className="text-soft">{texts.unusableDescription(limits.offerDays)}</p>
    </MessageCard>
  );
}

function NotOpened({ error, retry }: { error: unknown; retry: () => void }) {
  if (error instanceof RequestError && error.body.code === 'link_unusable') return <Unusable />;
  return (
    <MessageCard title={texts.notLoaded}>
      <p className="text-soft">{explain(error, texts.noAnswer)}</p>
      <Button onClick={retry}>{texts.tryAgain}</Button>
    </MessageCard>
  );
}

function Own() {
  return (
    <MessageCard title={texts.own}>
      <p className="text-soft">{texts.ownDescription}</p>
      <LinkButton to="/dashboard">{texts.toDashboard}</LinkButton>
    </MessageCard>
  );
}

/** What was pressed is gone: the focus is on what came of it. */
function focusIt(element: HTMLElement | null): void {
  element?.focus();
}

function Taken({ offered: { kind, name } }: { offered: Offered }) {
  return (
    <MessageCard title={texts.taken(name)}>
      <p ref={focusIt} role="status" tabIndex={-1} className="text-soft outline-none">
        {texts.takenDescriptions[kind]}
      </p>
      {kind === 'alias' ? (
        <LinkButton to="/dashboard">{texts.toDashboard}</LinkButton>
      ) : (
        <LinkButton to="/settings/domains">{texts.toSettings}</LinkButton>
      )}
    </MessageCard>
  );
}
