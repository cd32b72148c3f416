import type { User } from '#contract/sign-in.ts';
import { LeavingCard } from '#web/features/aliases/leaving-card.tsx';
import { WaitingCard } from '#web/features/aliases/waiting-card.tsx';

/** In the place of the dashboard where the account can do nothing yet, or nothing more. */
export function StandingCard({ user }: { user: User }) {
  return user.leavingUntil === undefined ? <WaitingCard user={user} /> : <LeavingCard until={user.leavingUntil} />;
}
