import packageJson from '../package.json' with { type: 'json' };
import { resolve } from 'node:path';
import { writeConfigurationGuide } from '#cli/config-guide.ts';
import { writeOpenApi } from '#cli/openapi.ts';

/** Writes what is generated under docs/. */
const docs = resolve(import.meta.dirname, '../docs');
await writeConfigurationGuide(resolve(docs, 'configuration.md'));
await writeOpenApi(resolve(docs, 'openapi.json'), packageJson.version);
