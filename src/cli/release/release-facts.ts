import { z } from 'zod';

/** The files of an archive that speak of the others. */
export const factsFile = 'release.json';
export const sumsFile = 'SHA256SUMS';

/** What runs a release: a script that finds the Node.js beside it. */
export const launcherFile = 'kauke';

/** What no archive may go beyond, in octets: looked at when one is made, and again when one is unpacked. */
export const archiveLimits = { unpackedOctets: 230_000_000, packedOctets: 90_000_000, files: 20_000 } as const;

/** A release is three numbers; `x.y.z-rc.1` and the like are never released. */
export const versionPattern = /^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/u;

/** `release.json`: what an archive says of itself. */
export const releaseFactsSchema = z.object({
  name: z.literal('kauke'),
  version: z.string().regex(versionPattern),
  /** Of the source that it was made from. */
  commit: z.string().regex(/^[\da-f]{40}$/u),
  /** Of that commit. */
  date: z.iso.datetime(),
  /** As Node.js calls system and processor: `linux-x64`. */
  platform: z.string().regex(/^[a-z\d]+-[a-z\d]+$/u),
});
export type ReleaseFacts = z.infer<typeof releaseFactsSchema>;

/** Less than zero: the first is older; zero: the same. */
export function compareVersions(one: string, other: string): number {
  const numbers = (version: string): number[] => version.split('.').map(Number);
  const others = numbers(other);
  return numbers(one).reduce((found, number, place) => found || number - (others[place] ?? 0), 0);
}
