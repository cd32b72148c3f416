import { useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';

const tickMs = 250;

interface Shown {
  readonly password: string;
  /** On the clock of `performance.now()`. */
  readonly hiddenAtMs: number;
}

/** A password that is shown once, for a short time. */
export function useShownPassword() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [leftSeconds, setLeftSeconds] = useState(0);

  useEffect(() => {
    if (!shown) return;
    const look = (): void => {
      const leftMs = shown.hiddenAtMs - performance.now();
      setLeftSeconds(Math.ceil(leftMs / 1000));
      if (leftMs <= 0) setShown(null);
    };
    look();
    const timer = setInterval(look, tickMs);
    return () => clearInterval(timer);
  }, [shown]);

  return {
    password: shown?.password ?? null,
    leftSeconds,
    show: (password: string) => setShown({ password, hiddenAtMs: performance.now() + limits.smtpPasswordShownMs }),
    hide: () => setShown(null),
  };
}
