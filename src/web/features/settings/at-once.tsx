import { useState, type ReactNode } from 'react';
import { controlMessages } from '#messages/pages/controls.ts';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { isFrame } from '#web/lib/page-facts.ts';

interface AtOnceProps {
  /** Something that it shows was not answered yet. */
  waits: boolean;
  children: ReactNode;
}

/** A section that comes as a whole: what is answered late would move what stands below it. Once there, it stays. */
export function AtOnce({ waits, children }: AtOnceProps) {
  const [isThere, setIsThere] = useState(!waits);
  if (!waits && !isThere) setIsThere(true);
  return isThere || !waits || isFrame ? children : <Waiting text={controlMessages.loading} />;
}
