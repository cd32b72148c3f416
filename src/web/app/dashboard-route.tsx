import { AuthPage, DashboardPage } from '#web/app/pages.ts';
import { SignedIn } from '#web/app/signed-in.tsx';
import { useGoogleArrival } from '#web/features/auth/google-arrival.ts';

/** `/dashboard`: shows the sign-in screen in its place to those who are signed out. */
export function DashboardRoute() {
  useGoogleArrival();
  return <SignedIn page={DashboardPage} otherwise={<AuthPage />} />;
}
