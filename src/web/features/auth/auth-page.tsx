import { Tabs } from 'radix-ui';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { GoogleFailureReason } from '#contract/sign-in.ts';
import { authMessages as texts, googleSignInMessages } from '#messages/pages/auth.tsx';
import { GoogleMark } from '#web/components/google-mark.tsx';
import { Mark } from '#web/components/mark.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { useInvitationLink } from '#web/features/auth/invitation.ts';
import { NotLoaded, SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { WalletButton } from '#web/features/auth/wallet-button.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { googleSignInPath, untilKnown } from '#web/lib/page-facts.ts';
import { Link } from '#web/lib/router/link.tsx';
import { navigate } from '#web/lib/router/navigate.ts';
import { useSearch } from '#web/lib/router/place.ts';
import { showToast } from '#web/lib/toast.ts';

const tabClasses =
  '-mb-px flex-1 border-b-2 border-transparent py-4 text-body font-semibold text-soft transition-colors hover:text-ink ' +
  'focus-visible:-outline-offset-4 data-[state=active]:border-amber data-[state=active]:text-ink';
const linkClasses = 'text-ink underline underline-offset-2';

const PasskeyPart = lazyPart(
  async () => (await import('#web/features/auth/passkey-part.tsx')).PasskeyPart,
  // The other ways in stay.
  () => null,
);

const RegisterGate = lazyPart(
  async () => (await import('#web/features/auth/register-gate.tsx')).RegisterGate,
  NotLoaded,
);

function linkTo(path: string) {
  return (words: string) => (
    <Link to={path} className={linkClasses}>
      {words}
    </Link>
  );
}

/** `/auth`, and every page of an account for those who are signed out. */
export function AuthPage() {
  const googleFailure = useGoogleFailure();
  const invitation = useInvitationLink();
  const [chosen, setTab] = useState<string | null>(null);
  const signInTab = useRef<HTMLButtonElement>(null);
  const tab = chosen ?? (invitation === '' ? 'sign-in' : 'register');
  return (
    <div className="flex flex-1 flex-col items-center px-4 py-10 sm:py-16">
      <PageTitle text={texts.pageTitle} />
      <Mark className="mb-4 size-12" />
      <h1 className="text-center text-title font-semibold">{texts.welcome}</h1>
      <p className="mt-1 mb-8 text-center text-soft">{texts.intro}</p>
      <Card className="w-full max-w-md">
        <Tabs.Root value={tab} onValueChange={setTab}>
          <Tabs.List aria-label={texts.tabs} className="flex border-b border-line px-6 outline-none max-[22.5rem]:px-2">
            <Tabs.Trigger ref={signInTab} value="sign-in" className={tabClasses}>
              {texts.signInTab}
            </Tabs.Trigger>
            <Tabs.Trigger value="register" className={tabClasses}>
              {texts.registerTab}
            </Tabs.Trigger>
          </Tabs.List>
          {googleFailure && (
            <p role="alert" className="mx-6 mt-6 text-small text-gone">
              {googleFailure}
            </p>
          )}
          <Tabs.Content value="sign-in" tabIndex={-1} className="px-6 pt-6 outline-none">
            <SignInForm>{(isSecond) => <OtherMethods kind={isSecond ? 'second' : 'first'} />}</SignInForm>
          </Tabs.Content>
          <Tabs.Content value="register" tabIndex={-1} className="px-6 pt-6 outline-none">
            {/* About as high as what comes. */}
            <Suspense fallback={<div className="h-96" />}>
              {/* The tab shows what is behind it as soon as it has the focus. */}
              <RegisterGate invitation={invitation} onSignIn={() => signInTab.current?.focus()}>
                {(google) => <OtherMethods kind="new" google={google} />}
              </RegisterGate>
            </Suspense>
          </Tabs.Content>
        </Tabs.Root>
      </Card>
      <p className="mt-6 max-w-md text-center text-small text-soft [div:has([data-refused])>&]:hidden">
        {texts.agreement(linkTo('/terms'), linkTo('/privacy'))}
      </p>
    </div>
  );
}

interface OtherMethodsProps {
  /** After a password only what may come second. */
  kind: 'new' | 'first' | 'second';
  /** In the place of the plain link. */
  google?: ReactNode;
}

function OtherMethods({ kind, google }: OtherMethodsProps) {
  const config = useConfig();
  return (
    <div className="-mx-6 flex flex-col gap-3 p-6">
      <p aria-hidden="true" className="mb-1 flex items-center gap-4 text-note text-soft only:hidden">
        <span className="h-px flex-1 bg-line" />
        {texts.or}
        <span className="h-px flex-1 bg-line" />
      </p>
      {/* As high as what comes, so that nothing moves. */}
      <Suspense fallback={<div className={kind === 'first' ? 'mb-9 h-11' : 'h-11'} />}>
        <PasskeyPart kind={kind} />
      </Suspense>
      {kind !== 'second' && <WalletButton />}
      {kind !== 'second' &&
        config?.google !== false &&
        (google ?? (
          <a href={googleSignInPath} className={buttonClasses('plain', 'wide', config ? '' : untilKnown)}>
            <GoogleMark className="size-[18px]" />
            {texts.google}
          </a>
        ))}
    </div>
  );
}

const explanations: Readonly<Record<GoogleFailureReason, string>> = googleSignInMessages.reasons;

function isReason(text: string): text is GoogleFailureReason {
  return Object.hasOwn(explanations, text);
}

/** Why Google sign-in sent its visitor back here, if it did; told once, then gone from the address. */
function useGoogleFailure(): string | null {
  const search = useSearch();
  const failed = search.get('error') === 'google';
  const reason = search.get('reason') ?? '';
  const [explanation] = useState(failed && isReason(reason) ? explanations[reason] : null);
  useEffect(() => {
    if (!failed) return;
    showToast({ title: googleSignInMessages.failed, description: googleSignInMessages.failure, tone: 'destructive' });
    navigate('/auth', { replace: true });
  }, [failed]);
  return explanation;
}
