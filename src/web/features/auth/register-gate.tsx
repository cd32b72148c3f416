import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { registrationMessages as texts } from '#messages/pages/account/registration.ts';
import { GoogleMark } from '#web/components/google-mark.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { formatDay } from '#web/lib/format-time.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { registration, service, untilKnown } from '#web/lib/page-facts.ts';
import { request, RequestError } from '#web/lib/request.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface RegisterGateProps {
  /** Empty: none was brought along. */
  invitation: string;
  onSignIn: () => void;
  /** The ways in beside the form, with this one to Google; null: the plain one. */
  children: (google: ReactNode) => ReactNode;
}

/** The tab for new accounts: open to everybody, or not. */
export function RegisterGate(props: RegisterGateProps) {
  return props.invitation === '' ? <Uninvited {...props} /> : <Invited {...props} />;
}

function Uninvited({ onSignIn, children }: Omit<RegisterGateProps, 'invitation'>) {
  if (registration === 'closed') return <Refusal title={texts.closed} text={texts.closedText} onSignIn={onSignIn} />;
  if (registration === 'invite')
    return <Refusal title={texts.byInvitation} text={texts.byInvitationText} onSignIn={onSignIn} />;
  return <Open note={registration === 'approve' ? texts.waits : null}>{children(null)}</Open>;
}

function Invited({ invitation, onSignIn, children }: RegisterGateProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['invitation', invitation],
    // POST, so that it stands in no address and in no log.
    queryFn: ({ signal }) => request('POST /api/auth/invitation', { payload: { invitation }, signal }),
  });
  if (data) {
    return (
      <Open note={texts.invited(formatDay(data.expiresAt, 'long'))}>
        {children(<GoogleButton invitation={invitation} />)}
      </Open>
    );
  }
  if (!error || isFetching) return <Waiting text={texts.checking} />;
  const code = error instanceof RequestError ? error.body.code : undefined;
  if (code === 'registration_closed')
    return <Refusal title={texts.closed} text={texts.closedText} onSignIn={onSignIn} />;
  if (code !== 'invitation_unusable') {
    return (
      <div role="alert" className="flex flex-col items-start gap-4 pb-6">
        <p>{texts.notChecked}</p>
        <Button look="plain" onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </div>
    );
  }
  // Where nobody needs an invitation, one that is over keeps nobody out.
  if (!service.isPrivate) return <Uninvited onSignIn={onSignIn}>{children}</Uninvited>;
  return <Refusal title={texts.unusable} text={texts.unusableText} onSignIn={onSignIn} />;
}

interface RefusalProps {
  title: string;
  text: string;
  onSignIn: () => void;
}

function Refusal({ title, text, onSignIn }: RefusalProps) {
  return (
    <div data-refused="true" className="flex flex-col gap-6 pb-6">
      <div role="status" className="flex flex-col gap-2">
        <h2 className="text-lead font-semibold">{title}</h2>
        <p className="text-soft">{text}</p>
      </div>
      <Button look="plain" size="wide" onClick={onSignIn}>
        {texts.signInInstead}
      </Button>
    </div>
  );
}

function Open({ note, children }: { note: string | null; children: ReactNode }) {
  return (
    <>
      {note !== null && <p className="mb-5 rounded-box bg-amber-wash px-4 py-3 text-small">{note}</p>}
      <RegisterForm />
      {children}
    </>
  );
}

/** To Google with the invitation, which the server keeps, sealed, until its holder is back. */
function GoogleButton({ invitation }: { invitation: string }) {
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: () => request('POST /api/auth/google', { payload: { invitation } }),
  });
  const isBusy = isPending || isSuccess;
  const className = useConfig() ? '' : untilKnown;
  const start = useSingleRun(async () => {
    try {
      const { url } = await mutateAsync();
      window.location.assign(url);
    } catch (error) {
      reportFailure(error, texts.googleFailed, texts.googleFailure);
    }
  });
  return (
    <Button look="plain" size="wide" disabled={isBusy} onClick={() => void start()} className={className}>
      <GoogleMark className="size-[18px]" />
      {isBusy ? texts.googleBusy : texts.google}
    </Button>
  );
}
