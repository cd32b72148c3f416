import { DashboardPage, LandingPage } from '#web/app/pages.ts';
import { SignedIn } from '#web/app/signed-in.tsx';

/** `/`: the dashboard for those who are signed in, else the landing page. */
export function HomeRoute() {
  return <SignedIn page={DashboardPage} otherwise={<LandingPage />} />;
}
