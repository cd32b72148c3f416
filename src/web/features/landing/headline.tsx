import { Pause, Play } from 'lucide-react';
import { useState, useEffect } from 'react';
import { landingMessages } from '#messages/pages/landing.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useDomains } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { atDomain, defaultDomain } from '#web/lib/page-facts.ts';

const turnMs = 3_000;
const fadeMs = 300;

/**
 * Which of `count` things is shown now: the next every three seconds, after a fade. `running: false` holds it, and so
 * does a reader who wants less motion.
 */
function useRotation(count: number, running: boolean): { index: number; faded: boolean } {
  const [index, setIndex] = useState(0);
  const [faded, setFaded] = useState(false);
  useEffect(() => {
    if (count < 2 || !running || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let fading: ReturnType<typeof setTimeout> | undefined;
    const turning = setInterval(() => {
      setFaded(true);
      fading = setTimeout(() => {
        setIndex((before) => before + 1);
        setFaded(false);
      }, fadeMs);
    }, turnMs);
    return () => {
      clearInterval(turning);
      clearTimeout(fading);
      setFaded(false);
    };
  }, [count, running]);
  return { index: count === 0 ? 0 : index % count, faded };
}

/** The promise, said at one of our domains after the other. */
export function Headline() {
  const [first = defaultDomain, ...others] = useDomains().data?.domains ?? [];
  const shown = [first, ...others];
  const [running, setRunning] = useState(true);
  const { index, faded } = useRotation(shown.length, running);
  const Toggle = running ? Pause : Play;
  return (
    <div className="text-display tracking-[-0.03em]">
      <h1 className="font-semibold">
        {landingMessages.headline}
        <span className="sr-only"> {atDomain(first)}</span>
      </h1>
      <div className="flex flex-wrap items-end gap-x-3">
        {/* All of them lie on each other, so that the page never moves when another is shown. */}
        <span aria-hidden="true" className="grid font-semibold text-amber-deep">
          {shown.map((domain, position) => (
            <span
              key={domain}
              className={joinClasses(
                'wrap-anywhere transition-opacity duration-300 [grid-area:1/1]',
                position === index ? (faded ? 'opacity-0' : 'opacity-100') : 'invisible opacity-0',
              )}
            >
              {atDomain(domain)}
            </span>
          ))}
        </span>
        {shown.length > 1 && (
          <IconButton
            label={running ? landingMessages.stopHeadline : landingMessages.turnHeadline}
            onClick={() => setRunning(!running)}
            className="motion-reduce:hidden"
          >
            <Toggle aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </div>
  );
}
