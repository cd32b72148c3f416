import { Navigate } from 'react-router';
import { AuthPage } from '#web/app/pages.ts';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useSession } from '#web/lib/session.ts';

/** `/auth`: leads on to the dashboard as soon as somebody is signed in. */
export const AuthRoute = () => {
  const { user, isLoading } = useSession();
  if (isLoading) return <FullScreenWaiting />;
  return user ? <Navigate to="/dashboard" replace /> : <AuthPage />;
};
