import { ArrowRight, EyeOff, FileX, HandCoins } from 'lucide-react';
import { cardMessages, problemMessages, stepMessages, whyMessages } from '#messages/pages/landing/sections.tsx';
import { landingMessages } from '#messages/pages/landing.tsx';
import { Mark } from '#web/components/mark.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { WithMasks, WithoutMask } from '#web/features/landing/drawings.tsx';
import { ProductPicture } from '#web/features/landing/product-picture.tsx';
import { Promises } from '#web/features/landing/promises.tsx';
import { Spoken } from '#web/features/landing/feature-strip.tsx';
import { closingText, useStats } from '#web/features/landing/social-proof.ts';
import { StartButton } from '#web/features/landing/start-buttons.tsx';
import { service } from '#web/lib/page-facts.ts';
import { Link } from '#web/lib/router/link.tsx';

/** What stands below the first screen. */
export function Sections() {
  return (
    <>
      <ProblemSolution />
      <ProductPicture />
      {!service.isPrivate && <HowItWorks />}
      <FeatureCards />
      <Promises />
      <Why />
      <ClosingCall />
    </>
  );
}

function ProblemSolution() {
  return (
    <section aria-labelledby="problem" className="py-16 sm:py-24">
      <h2 id="problem" className="max-w-[24ch] text-title font-semibold">
        {problemMessages.title}
      </h2>
      <div className="mt-10 grid gap-12 md:grid-cols-2 md:gap-16">
        <div>
          <WithoutMask className="w-full max-w-md" />
          <h3 className="mt-6 text-lead font-semibold">{problemMessages.problem}</h3>
          <p className="mt-2 text-soft">{problemMessages.problemText}</p>
        </div>
        <div>
          <WithMasks className="w-full max-w-md" />
          <h3 className="mt-6 text-lead font-semibold">{problemMessages.solution}</h3>
          <p className="mt-2 text-soft">{problemMessages.solutionText}</p>
        </div>
      </div>
    </section>
  );
}

function HowItWorks() {
  return (
    <section aria-labelledby="steps" className="border-t border-line py-16 sm:py-24">
      <h2 id="steps" className="text-title font-semibold">
        {stepMessages.title}
      </h2>
      <p className="mt-2 text-soft">{stepMessages.intro}</p>
      <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-12">
        {stepMessages.steps.map(([title, text], index) => (
          <li key={title} className="border-t-2 border-amber pt-5">
            <h3 className="flex gap-3 text-lead font-semibold">
              <span aria-hidden="true" className="text-amber-deep tabular-nums">
                {index + 1}
              </span>
              {title}
            </h3>
            <p className="mt-2 text-soft">
              <Spoken text={text} elsewhere={index === 2 ? stepMessages.elsewhere : undefined} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const cards = [
  [EyeOff, cardMessages.privacy, cardMessages.privacyText, undefined, cardMessages.privacyElsewhere],
  [HandCoins, cardMessages.free, cardMessages.freeText, undefined, cardMessages.freeElsewhereText],
  [FileX, cardMessages.logs, cardMessages.logsText, cardMessages.logsElsewhere, cardMessages.logsElsewhereText],
] as const;

function FeatureCards() {
  return (
    <section aria-label={cardMessages.label} className="grid gap-4 pb-16 sm:pb-24 md:grid-cols-3">
      {cards.map(([Icon, title, text, titleElsewhere, elsewhere]) => (
        <Card key={title} className="p-6">
          <Icon aria-hidden="true" className="size-6 text-amber-deep" />
          <h2 className="mt-5 text-lead font-semibold">
            <Spoken text={title} elsewhere={titleElsewhere} />
          </h2>
          <p className="mt-2 text-soft">
            <Spoken text={text} elsewhere={elsewhere} />
          </p>
        </Card>
      ))}
    </section>
  );
}

function Why() {
  return (
    <section
      aria-labelledby="why"
      className="grid gap-10 border-t border-line py-16 sm:py-24 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-20"
    >
      <div>
        <h2 id="why" className="text-title font-semibold">
          {whyMessages.title}
        </h2>
        <p className="mt-3 text-soft">{whyMessages.text}</p>
      </div>
      <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {whyMessages.reasons.map(([title, text, elsewhere]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-soft">
              <Spoken text={text} elsewhere={elsewhere} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ClosingCall() {
  const stats = useStats();
  const text = service.isPrivate ? landingMessages.tagline : closingText(stats);
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
          {landingMessages.mission}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
    </section>
  );
}
