import { landingMessages } from '#messages/pages/landing.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { AliasPicture } from '#web/features/landing/alias-picture.tsx';
import { Headline } from '#web/features/landing/headline.tsx';
import {
  ClosingCall,
  FeatureCards,
  HowItWorks,
  FeatureStrip,
  ProblemSolution,
  Why,
} from '#web/features/landing/sections.tsx';
import { useStats, socialProof } from '#web/features/landing/social-proof.ts';
import { GoogleButton, StartButton } from '#web/features/landing/start-buttons.tsx';
import { service } from '#web/lib/page-facts.ts';

/** `/home`, and `/` for those who are signed out. */
export function LandingPage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 sm:px-6">
      <PageTitle text={landingMessages.title} />
      <Hero />
      <FeatureStrip />
      <ProblemSolution />
      {!service.isPrivate && <HowItWorks />}
      <FeatureCards />
      <Why />
      <ClosingCall />
    </div>
  );
}

function Hero() {
  const stats = useStats();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] items-center gap-14 pt-12 pb-16 sm:pt-20 sm:pb-24 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-20">
      <div>
        <Headline />
        <p className="mt-6 text-lead font-medium">{landingMessages.tagline}</p>
        <p className="mt-3 max-w-[34rem] text-soft">{landingMessages.promise}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <StartButton />
          <GoogleButton />
        </div>
        <p className="mt-5 text-small text-soft tabular-nums">
          {service.isPrivate ? landingMessages.private : landingMessages.free(socialProof(stats))}
        </p>
      </div>
      <AliasPicture />
    </section>
  );
}
