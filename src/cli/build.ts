import { resolve } from 'node:path';
import { buildServer } from '#cli/build-server.ts';
import { buildWeb, buildWithVite } from '#cli/build-web.ts';

/** What `npm start` makes before it starts: the web app, the browser extension, the server. Each only when its sources changed. */
const root = resolve(import.meta.dirname, '../..');
try {
  await buildWeb(root, async () => {
    process.stdout.write('Building the web app and the extension …\n');
    await buildWithVite(root);
  });
  await buildServer(root, () => process.stdout.write('Building the server …\n'));
} catch (error) {
  process.stderr.write(`It could not be built.\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
