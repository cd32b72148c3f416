import { writeFile } from 'node:fs/promises';
import { createApp, type AppParts } from '#api/app.ts';
import { describeApi } from '#api/documentation/describe-api.ts';
import { requestRates } from '#core/limits/rate-limit-rules.ts';

/** Routes are described here, never run: mounting them needs no more than this. */
const parts = {
  core: { settings: { publicUrl: 'http://localhost' }, clock: {}, limiter: {} },
  site: {},
  trustedProxies: [],
  rates: requestRates,
  webFolder: null,
  extensions: [],
} as unknown as AppParts;

/** The OpenAPI document as it stands in docs/openapi.json. */
export function renderOpenApi(version: string): string {
  return `${JSON.stringify(describeApi(createApp(parts), { version, url: 'https://mask.example' }), null, 2)}\n`;
}

/** Writes the OpenAPI document of the API. */
export function writeOpenApi(path: string, version: string): Promise<void> {
  return writeFile(path, renderOpenApi(version));
}
