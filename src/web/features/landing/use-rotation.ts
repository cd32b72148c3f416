import { useEffect, useState } from 'react';

const turnMs = 3_000;
const fadeMs = 300;

/**
 * Which of `count` things is shown now: the next every three seconds, after a fade. `running: false` holds it, and so
 * does a reader who wants less motion.
 */
export function useRotation(count: number, running: boolean): { index: number; faded: boolean } {
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
