import type { MoveDomain } from '#contract/moves/moves.ts';
import { moveMessages as texts } from '#messages/pages/account/moves.ts';
import { Chip } from '#web/components/ui/chip.tsx';
import { Link } from '#web/lib/router/link.tsx';

interface CutOverStep {
  readonly name: keyof typeof texts.steps;
  readonly text: string;
  readonly done: boolean;
}

/** In this order nothing is lost: all is here before the first mail comes. */
function stepsOf({ state, aliases, here, ready, turned }: MoveDomain): readonly CutOverStep[] {
  const proven = state === 'verified' || state === 'failing';
  return [
    { name: 'proven', text: texts.steps.proven, done: proven },
    { name: 'here', text: texts.steps.here(here, aliases), done: proven && here >= aliases },
    { name: 'ready', text: texts.steps.ready(ready, here), done: proven && here > 0 && ready >= here },
    { name: 'turned', text: texts.steps.turned, done: proven && turned },
  ];
}

/** How the domains of an account come over without losing mail. */
export function MoveDomains({ domains }: { domains: readonly MoveDomain[] }) {
  return (
    <section aria-label={texts.domains} className="flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h4 className="text-small font-semibold">{texts.domains}</h4>
        <p className="text-small text-soft">{texts.domainsText}</p>
      </div>
      <ul className="flex flex-col gap-5">
        {domains.map((domain) => (
          <li key={domain.name} className="flex flex-col gap-2">
            <p className="font-medium wrap-anywhere">{domain.name}</p>
            <ol className="flex flex-col gap-1 text-small">
              {stepsOf(domain).map(({ name, text, done }) => (
                <li key={name} className="flex items-baseline gap-x-2">
                  <span className="shrink-0">
                    <Chip tone={done ? 'on' : 'waiting'}>{done ? texts.stepDone : texts.stepOpen}</Chip>
                  </span>
                  <span className={done ? 'min-w-0 text-soft' : 'min-w-0'}>{text}</span>
                </li>
              ))}
            </ol>
            {domain.catchAll && <p className="text-small text-soft">{texts.catchAll}</p>}
          </li>
        ))}
      </ul>
      <Link
        to="/settings/domains"
        className="self-start rounded-mark text-small font-semibold text-amber-deep underline underline-offset-2"
      >
        {texts.toDomains}
      </Link>
    </section>
  );
}
