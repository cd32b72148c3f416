/** `work`, or an Error naming `what` when it takes longer than `timeoutMs`. */
export async function within<T>(timeoutMs: number, what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} took more than ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
