import packageJson from '../package.json' with { type: 'json' };
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { renderReportSchema } from '#cli/doctor/doctor-report.ts';
import { writeOpenApi } from '#cli/openapi.ts';
import { renderConfigurationGuide } from '#config/render-configuration-guide.ts';
import { renderDataGuide } from '#database/render-data-guide.ts';
import { fillClientGuide } from '#support/client-tables/render-table.ts';

/** Writes what is generated under docs/. */
const docs = resolve(import.meta.dirname, '../docs');
await writeFile(resolve(docs, 'configuration.md'), renderConfigurationGuide());
await writeFile(resolve(docs, 'data.md'), renderDataGuide());
await writeOpenApi(resolve(docs, 'openapi.json'), packageJson.version);
await writeFile(resolve(docs, 'doctor.schema.json'), renderReportSchema());
const clientGuide = resolve(docs, 'clients.md');
await writeFile(clientGuide, fillClientGuide(await readFile(clientGuide, 'utf8')));
