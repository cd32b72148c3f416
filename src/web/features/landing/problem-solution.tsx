import { WithMasks, WithoutMask } from '#web/features/landing/drawings.tsx';

export function ProblemSolution() {
  return (
    <section aria-labelledby="problem" className="py-16 sm:py-24">
      <h2 id="problem" className="max-w-[24ch] text-title font-semibold">
        One address for everybody is one address too few.
      </h2>
      <div className="mt-10 grid gap-12 md:grid-cols-2 md:gap-16">
        <div>
          <WithoutMask className="w-full max-w-md" />
          <h3 className="mt-6 text-lead font-semibold">The problem</h3>
          <p className="mt-2 text-soft">
            Your address is the key that joins every account you have. A single leak is enough: it is sold on, the spam
            starts, and you can take it back from nobody.
          </p>
        </div>
        <div>
          <WithMasks className="w-full max-w-md" />
          <h3 className="mt-6 text-lead font-semibold">The solution</h3>
          <p className="mt-2 text-soft">
            An alias stands between each sender and your inbox. If one turns bad, switch it off. The others stay, and
            you know who gave yours away.
          </p>
        </div>
      </div>
    </section>
  );
}
