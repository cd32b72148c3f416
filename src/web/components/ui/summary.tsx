import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** Opens and closes the `details` that it stands in, with the arrow of all that unfolds. */
export function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1 rounded-mark text-small font-semibold [&::-webkit-details-marker]:hidden">
      {children}
      <ChevronDown aria-hidden="true" className="size-4 text-soft in-[details[open]]:rotate-180" />
    </summary>
  );
}
