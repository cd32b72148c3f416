import { Mark } from '#web/components/mark.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { defaultDomain } from '#web/lib/page-facts.ts';

const examples = [
  { who: 'A leaked forum', alias: 'old-forum', gone: true },
  { who: 'A shop', alias: 'sneakers', gone: false },
  { who: 'A newsletter', alias: 'sunday-read', gone: false },
] as const;

/** The product in one picture: strangers see aliases, the mask stands between, the inbox stays unseen. */
export function AliasPicture() {
  return (
    <figure aria-label="Three strangers know three aliases; none of them knows your inbox." className="w-full">
      <ul className="flex flex-col gap-3">
        {examples.map(({ who, alias, gone }) => (
          <li
            key={alias}
            className="flex items-center justify-between gap-4 rounded-box border border-line bg-sheet px-5 py-4"
          >
            <div className="min-w-0">
              <p className="text-note text-soft">{who} writes to</p>
              <p className={`truncate font-semibold ${gone ? 'text-soft line-through' : ''}`}>
                {alias}@{defaultDomain}
              </p>
            </div>
            {gone ? <Chip tone="off">Refused</Chip> : <Chip tone="on">Forwarded</Chip>}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="flex flex-col items-center">
        <span className="h-6 w-px bg-edge" />
        <Mark className="my-2 size-12" />
        <span className="h-6 w-px bg-edge" />
      </div>
      <div className="rounded-box bg-ink px-5 py-4 text-center text-paper">
        <p className="text-note opacity-80">Your inbox</p>
        <p className="font-semibold tracking-widest">
          <span aria-hidden="true">•••••••@•••••.•••</span>
          <span className="sr-only">known to nobody</span>
        </p>
      </div>
    </figure>
  );
}
