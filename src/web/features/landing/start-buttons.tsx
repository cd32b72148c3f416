import { landingMessages } from '#messages/pages/landing.tsx';
import { shellMessages } from '#messages/pages/shell.ts';
import { GoogleMark } from '#web/components/google-mark.tsx';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { googleSignInPath, service, untilKnown } from '#web/lib/page-facts.ts';
import { useSession } from '#web/lib/session.ts';

/** The first step, or the way back for those who took it. */
export function StartButton() {
  const { user, isLoading } = useSession();
  if (isLoading) return <Button disabled>{landingMessages.loading}</Button>;
  if (user) return <LinkButton to="/dashboard">{landingMessages.toDashboard}</LinkButton>;
  return <LinkButton to="/auth">{service.isPrivate ? shellMessages.signIn : landingMessages.start}</LinkButton>;
}

/** Only where Google sign-in is set up, and opens accounts. A plain link: it leads on before any script has run. */
export function GoogleButton() {
  const { user, isLoading } = useSession();
  const config = useConfig();
  if (config?.google === false || service.isPrivate) return null;
  const content = (
    <>
      <GoogleMark className="size-[18px]" />
      {landingMessages.google}
    </>
  );
  const className = config ? '' : untilKnown;
  if (isLoading) {
    return (
      <Button look="plain" disabled className={className}>
        {content}
      </Button>
    );
  }
  return user ? (
    <LinkButton look="plain" to="/dashboard" className={className}>
      {content}
    </LinkButton>
  ) : (
    <a href={googleSignInPath} className={buttonClasses('plain', 'normal', className)}>
      {content}
    </a>
  );
}
