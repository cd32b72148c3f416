import type { ReactNode } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

type Tone = 'on' | 'waiting' | 'off';

const tones: Record<Tone, { box: string; dot: string }> = {
  on: { box: 'text-on', dot: 'dot bg-on' },
  waiting: { box: 'text-amber-deep', dot: 'border-2 border-amber-deep' },
  off: { box: 'text-soft', dot: 'border-2 border-soft' },
};

/** A state in words. The dot repeats it by form, so colour is never the only signal. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={joinClasses('inline-flex items-center gap-2 text-note leading-6 font-medium', tones[tone].box)}>
      <span aria-hidden="true" className={joinClasses('size-2 shrink-0 rounded-full', tones[tone].dot)} />
      {children}
    </span>
  );
}
