import { PageTitle } from '#web/components/page-title.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { AliasPicture } from '#web/features/landing/alias-picture.tsx';
import { useSession } from '#web/lib/session.ts';

const steps = [
  ['Sign up', 'An email and a password. Nothing else is asked.'],
  ['Create an alias', 'One for each shop, list or stranger. As many as you like.'],
  ['Receive', 'Mail to it is forwarded to your inbox. Delete it when it turns bad.'],
] as const;

export const LandingPage = () => (
  <div className="mx-auto w-full max-w-6xl px-4 sm:px-6">
    <PageTitle text="Email aliases that forward to you" />
    <section className="grid grid-cols-[minmax(0,1fr)] items-center gap-12 py-12 sm:py-20 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-20 lg:py-24">
      <div>
        <h1 className="text-display font-semibold tracking-[-0.03em]">Give out an alias, not your inbox.</h1>
        <p className="mt-6 text-lead text-soft">One click, new identity. Your inbox stays safe.</p>
        <div className="mt-8">
          <Start />
        </div>
      </div>
      <AliasPicture />
    </section>
    <section aria-label="How It Works" className="border-t border-line py-10 sm:py-14">
      <ol className="grid gap-8 md:grid-cols-3 md:gap-10">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-4">
            <span aria-hidden="true" className="text-lead font-semibold text-amber-deep tabular-nums">
              {index + 1}
            </span>
            <div>
              <h2 className="text-lead font-semibold">{title}</h2>
              <p className="mt-1 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  </div>
);

const Start = () => {
  const { user, isLoading } = useSession();
  if (isLoading) return <Button disabled>Loading...</Button>;
  return user ? (
    <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
  ) : (
    <LinkButton to="/auth">Get Started Free</LinkButton>
  );
};
