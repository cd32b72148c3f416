import { limits } from '#contract/limits.ts';

/** Why octets are no picture that is kept. */
export type PictureFault = 'unknown' | 'damaged' | 'tooManyPixels';

/** What is wrong with the size that a picture says it has. */
export function findSizeFault(width: number, height: number): PictureFault | null {
  if (width === 0 || height === 0) return 'damaged';
  return Math.max(width, height) > limits.pictureSideMax ? 'tooManyPixels' : null;
}
