import type { User } from '#contract/sign-in.ts';
import { Mark } from '#web/components/mark.tsx';
import { ConfirmationHint } from '#web/features/aliases/targets/confirmation-hint.tsx';

export function NoAliases({ user }: { user: User }) {
  return (
    <div className="flex flex-col items-center gap-6 px-5 py-12 text-center">
      <Mark className="size-12" />
      <div>
        <p className="font-semibold">No aliases yet</p>
        <p className="mt-1 text-soft">Create your first email alias to get started with forwarding</p>
      </div>
      {user.email !== null && <ConfirmationHint className="max-w-md rounded-box px-4 py-3" />}
    </div>
  );
}

export function NoMatch({ search }: { search: string }) {
  return (
    <div role="status" className="px-5 py-12 text-center">
      <p className="font-semibold">No aliases found</p>
      <p className="mt-1 wrap-anywhere text-soft">No aliases match your search for "{search}"</p>
    </div>
  );
}
