import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useRotation } from '#web/features/landing/use-rotation.ts';
import { useDomains } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { defaultDomain } from '#web/lib/page-facts.ts';

/** The promise, said at one of our domains after the other. */
export function Headline() {
  const domains = useDomains().data?.domains ?? [];
  const shown = domains.length > 0 ? domains : [defaultDomain];
  const [running, setRunning] = useState(true);
  const { index, faded } = useRotation(shown.length, running);
  const Toggle = running ? Pause : Play;
  return (
    <div className="flex flex-wrap items-end gap-x-3">
      <h1 className="text-display font-semibold tracking-[-0.03em]">
        Be anyone
        <span className="sr-only"> @{shown[0]}</span>
        {/* All of them lie on each other, so that the page never moves when another is shown. */}
        <span aria-hidden="true" className="grid text-amber-deep">
          {shown.map((domain, position) => (
            <span
              key={domain}
              className={joinClasses(
                'wrap-anywhere transition-opacity duration-300 [grid-area:1/1]',
                position === index ? (faded ? 'opacity-0' : 'opacity-100') : 'invisible opacity-0',
              )}
            >
              @{domain}
            </span>
          ))}
        </span>
      </h1>
      {shown.length > 1 && (
        <IconButton
          label={running ? 'Stop the changing headline' : 'Let the headline change'}
          onClick={() => setRunning(!running)}
          className="motion-reduce:hidden"
        >
          <Toggle aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
