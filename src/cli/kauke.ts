import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { findBuilt } from '#cli/built-server.ts';
import type * as commandLine from '#cli/run-kauke.ts';
import { outliveReaders } from '#platform/log.ts';

/** What was built is none of the sources that a release follows. */
const built = findBuilt(resolve(import.meta.dirname, '../..'), 'run-kauke');
const load = createRequire(import.meta.url);
const { runKauke } = built === null ? await import('#cli/run-kauke.ts') : (load(built) as typeof commandLine);
outliveReaders([process.stdout, process.stderr]);
process.exitCode = await runKauke(process.argv.slice(2));
