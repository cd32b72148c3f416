const takenOver = Promise.withResolvers<void>();

/**
 * Settles once the program has taken over what came drawn. Nothing is asked of the server before: an answer that comes
 * while half of the page is still as it was drawn would not fit to it, and all of it would be drawn anew.
 */
export const whenTakenOver: Promise<void> = takenOver.promise;

export function tellTakenOver(): void {
  takenOver.resolve();
}
