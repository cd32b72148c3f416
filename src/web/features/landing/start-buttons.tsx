import { useNavigate } from 'react-router';
import { GoogleMark } from '#web/components/google-mark.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { googleSignInPath } from '#web/lib/google-sign-in.ts';
import { useSession } from '#web/lib/session.ts';

/** The first step, or the way back for those who took it. */
export const StartButton = () => {
  const { user, isLoading } = useSession();
  if (isLoading) return <Button disabled>Loading...</Button>;
  return user ? (
    <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
  ) : (
    <LinkButton to="/auth">Get Started Free</LinkButton>
  );
};

/** Only where Google sign-in is set up. */
export const GoogleButton = () => {
  const { user, isLoading } = useSession();
  const navigate = useNavigate();
  if (!useConfig()?.google) return null;
  const start = (): void => {
    if (user) void navigate('/dashboard');
    else window.location.assign(googleSignInPath);
  };
  return (
    <Button look="plain" disabled={isLoading} onClick={start}>
      <GoogleMark className="size-[18px]" />
      Sign Up with Google
    </Button>
  );
};
