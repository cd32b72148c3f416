import { Navigate } from 'react-router';
import { AuthPage } from '#web/app/pages.ts';
import { useSession } from '#web/lib/session.ts';

/** `/auth`: drawn at once, and leads on to the dashboard as soon as somebody is signed in. */
export function AuthRoute() {
  const { user } = useSession();
  return user ? <Navigate to="/dashboard" replace /> : <AuthPage />;
}
