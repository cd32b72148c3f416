import { pictureMessages } from '#messages/pages/landing.tsx';
import { Mark } from '#web/components/mark.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { atDomain, defaultDomain } from '#web/lib/page-facts.ts';

/** The first stranger lost the alias to others, and its mail is refused. */
const leaked = 0;
const hiddenAddress = '•••••••@•••••.•••';

/** The product in one picture: strangers see aliases, the mask stands between, the inbox stays unseen. */
export function AliasPicture() {
  return (
    <figure aria-label={pictureMessages.label} className="w-full">
      <ul className="flex flex-col gap-3">
        {pictureMessages.strangers.map(([who, alias], index) => (
          <li
            key={alias}
            className="flex items-center justify-between gap-4 rounded-box border border-line bg-sheet px-5 py-4"
          >
            <div className="min-w-0">
              <p className="text-note text-soft">{pictureMessages.writesTo(who)}</p>
              <p className={`truncate font-semibold ${index === leaked ? 'text-soft line-through' : ''}`}>
                {alias + atDomain(defaultDomain)}
              </p>
            </div>
            {index === leaked ? (
              <Chip tone="off">{pictureMessages.refused}</Chip>
            ) : (
              <Chip tone="on">{pictureMessages.forwarded}</Chip>
            )}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="flex flex-col items-center">
        <span className="h-6 w-px bg-edge" />
        <Mark className="my-2 size-12" />
        <span className="h-6 w-px bg-edge" />
      </div>
      <div className="rounded-box bg-ink px-5 py-4 text-center text-paper">
        <p className="text-note opacity-80">{pictureMessages.inbox}</p>
        <p className="font-semibold tracking-widest">
          <span aria-hidden="true">{hiddenAddress}</span>
          <span className="sr-only">{pictureMessages.unknown}</span>
        </p>
      </div>
    </figure>
  );
}
