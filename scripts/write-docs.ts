import { resolve } from 'node:path';
import { writeConfigurationGuide } from '#cli/config-guide.ts';

/** Writes what is generated under docs/. */
await writeConfigurationGuide(resolve(import.meta.dirname, '../docs/configuration.md'));
