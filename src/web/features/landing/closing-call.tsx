import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Mark } from '#web/components/mark.tsx';
import { closingText } from '#web/features/landing/social-proof.ts';
import { StartButton } from '#web/features/landing/start-buttons.tsx';
import { useStats } from '#web/features/landing/get-stats.ts';

export function ClosingCall() {
  const text = closingText(useStats());
  return (
    <section
      aria-labelledby="closing"
      className="relative mb-16 flex flex-col items-start gap-6 overflow-hidden rounded-box bg-amber-wash px-6 py-10 sm:mb-24 sm:px-12 sm:py-14"
    >
      <h2 id="closing" className="max-w-[26ch] text-title font-semibold tabular-nums">
        {text}
      </h2>
      <Mark className="absolute top-1/2 right-16 size-36 -translate-y-1/2 max-md:hidden" />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <StartButton />
        <Link
          to="/about"
          className="inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
        >
          Learn more about our mission
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
    </section>
  );
}
