import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { registrationMessages as texts } from '#messages/pages/account/registration.ts';
import { GoogleMark } from '#web/components/google-mark.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { registration, service } from '#web/lib/page-facts.ts';
import { request, RequestError } from '#web/lib/request.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface RegisterGateProps {
  /** Empty: none was brought along. */
  invitation: string;
  /** The ways in beside the form, with this one to Google; null: the plain one. */
  children: (google: ReactNode) => ReactNode;
}

/** The tab for new accounts: open to everybody, or not. */
export function RegisterGate({ invitation, children }: RegisterGateProps) {
  return invitation === '' ? <Uninvited>{children}</Uninvited> : <Invited invitation={invitation}>{children}</Invited>;
}

function Uninvited({ children }: Pick<RegisterGateProps, 'children'>) {
  if (registration === 'closed') return <Refusal title={texts.closed} text={texts.closedText} />;
  if (registration === 'invite') return <Refusal title={texts.byInvitation} text={texts.byInvitationText} />;
  return <Open note={registration === 'approve' ? texts.waits : null}>{children(null)}</Open>;
}

function Invited({ invitation, children }: RegisterGateProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['invitation', invitation],
    // POST, so that it stands in no address and in no log.
    queryFn: ({ signal }) => request('POST /api/auth/invitation', { payload: { invitation }, signal }),
  });
  if (data) {
    const day = new Date(data.expiresAt).toLocaleDateString(undefined, { dateStyle: 'long' });
    return <Open note={texts.invited(day)}>{children(<GoogleButton invitation={invitation} />)}</Open>;
  }
  if (!error || isFetching) return <Waiting text={texts.checking} />;
  const code = error instanceof RequestError ? error.body.code : undefined;
  if (code === 'registration_closed') return <Refusal title={texts.closed} text={texts.closedText} />;
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
  if (!service.isPrivate) return <Uninvited>{children}</Uninvited>;
  return <Refusal title={texts.unusable} text={texts.unusableText} />;
}

function Refusal({ title, text }: { title: string; text: string }) {
  return (
    <div role="status" className="flex flex-col gap-2 pb-6">
      <h2 className="text-lead font-semibold">{title}</h2>
      <p className="text-soft">{text}</p>
    </div>
  );
}

function Open({ note, children }: { note: string | null; children: ReactNode }) {
  return (
    <>
      {note !== null && <p className="mb-5 rounded-box bg-amber-wash px-4 py-3 text-small">{note}</p>}
      <RegisterForm />
      <div className="-mx-6">{children}</div>
    </>
  );
}

/** To Google with the invitation, which the server keeps, sealed, until its holder is back. */
function GoogleButton({ invitation }: { invitation: string }) {
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: () => request('POST /api/auth/google', { payload: { invitation } }),
  });
  const isBusy = isPending || isSuccess;
  const start = useSingleRun(async () => {
    try {
      const { url } = await mutateAsync();
      window.location.assign(url);
    } catch (error) {
      reportFailure(error, texts.googleFailed, texts.googleFailure);
    }
  });
  return (
    <Button look="plain" disabled={isBusy} onClick={() => void start()}>
      <GoogleMark className="size-[18px]" />
      {isBusy ? texts.googleBusy : texts.google}
    </Button>
  );
}
