import { useRef, useState } from 'react';

/** What a button does: once at a time, however often it is pressed. */
export function useRun<Input extends readonly unknown[]>(
  act: (...input: Input) => Promise<void>,
  onError: (error: unknown) => void,
): { readonly run: (...input: Input) => void; readonly busy: boolean } {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const work = async (...input: Input): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act(...input);
    } catch (error) {
      onError(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run: (...input) => void work(...input), busy };
}
