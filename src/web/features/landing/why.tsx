const reasons = [
  ['It is yours to switch', 'Change the inbox behind an alias whenever you like. Nobody who writes to it notices.'],
  [
    'It never answers for you',
    'A paused alias drops mail in silence. A deleted one is gone, and given to nobody else.',
  ],
  ['It speaks your language', 'Send from an alias with your own mail program, or have its mail posted to a webhook.'],
  ['It lets you leave', 'Export everything at any time. Delete the account, and what it held goes with it.'],
] as const;

export function Why() {
  return (
    <section
      aria-labelledby="why"
      className="grid gap-10 border-t border-line py-16 sm:py-24 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-20"
    >
      <div>
        <h2 id="why" className="text-title font-semibold">
          Why Kauke
        </h2>
        <p className="mt-3 text-soft">
          <span lang="lt">Kaukė</span> is Lithuanian for mask. Ours is privacy by design: what we do not keep, nobody
          can take, ask for or sell.
        </p>
      </div>
      <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {reasons.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
