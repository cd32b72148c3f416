import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRelease } from './release/make-release.ts';

/** `npm run release`: one archive of a commit, in dist/. RELEASE_KEY_FILE names the key that signs it. */
const { values } = parseArgs({
  options: { commit: { type: 'string', default: 'HEAD' }, folder: { type: 'string', default: 'dist' } },
});
const folder = resolve(values.folder);
await mkdir(folder, { recursive: true });
const keyFile = process.env['RELEASE_KEY_FILE'] ?? null;
const made = await makeRelease({ commit: values.commit, folder, keyFile, print: console.log });
const megabytes = (octets: number): string => `${(octets / 1_000_000).toFixed(1)} MB`;
console.log(
  [
    `Kauke ${made.facts.version} for ${made.facts.platform}, of ${made.facts.commit}`,
    `  ${made.path}`,
    `  SHA-256 ${made.sha256}`,
    `  ${made.files} files, ${megabytes(made.unpackedOctets)} unpacked, ${megabytes(made.packedOctets)} packed`,
    made.publicKey === null
      ? '  not signed: RELEASE_KEY_FILE is not set'
      : `  signed; servers check that with RELEASE_PUBLIC_KEY=${made.publicKey}`,
  ].join('\n'),
);
