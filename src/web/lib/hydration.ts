const hydrated = Promise.withResolvers<void>();

/**
 * Hydration: settles once React has hydrated the prerendered page. Nothing is asked of the server before: an answer
 * that comes while half of the page is still as it was prerendered would not fit to it, and all of it would be drawn anew.
 */
export const whenHydrated: Promise<void> = hydrated.promise;

export function tellHydrated(): void {
  hydrated.resolve();
}

const seen = Promise.withResolvers<void>();

/** Settles once the page is seen. One that is drawn behind its frame is not, and nothing in it can have the focus. */
export const whenSeen: Promise<void> = seen.promise;

export function tellSeen(): void {
  seen.resolve();
}
