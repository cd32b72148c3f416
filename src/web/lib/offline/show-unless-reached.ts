/** So long a page waits for a server that says nothing before it shows what is kept. */
export const silenceMs = 1_500;

/**
 * Shows what is kept where the server is not reached, or has been silent for a moment: a network may take what is sent and never answer.
 * @param reached whether it was in the end, which is waited for all the same
 */
export async function showUnlessReached(reached: Promise<boolean>, show: () => Promise<void>): Promise<void> {
  const silence = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => silence.resolve(false), silenceMs);
  const isReached = await Promise.race([reached, silence.promise]);
  clearTimeout(timer);
  if (isReached) return;
  await show();
  await reached;
}
