const steps = [
  ['Sign up', 'With an email and a password, or a wallet. No name, no phone number, no card.'],
  ['Create alias', 'Choose a name and where its mail should go. One for each shop, list or stranger.'],
  ['Send and receive', 'Mail arrives in your inbox. Answer as the alias, and nobody learns which inbox that is.'],
] as const;

export function HowItWorks() {
  return (
    <section aria-labelledby="steps" className="border-t border-line py-16 sm:py-24">
      <h2 id="steps" className="text-title font-semibold">
        How It Works
      </h2>
      <p className="mt-2 text-soft">Set up in about 30 seconds.</p>
      <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-12">
        {steps.map(([title, text], index) => (
          <li key={title} className="border-t-2 border-amber pt-5">
            <h3 className="flex gap-3 text-lead font-semibold">
              <span aria-hidden="true" className="text-amber-deep tabular-nums">
                {index + 1}
              </span>
              {title}
            </h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
