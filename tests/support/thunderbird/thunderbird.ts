import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMarionette } from '#support/extension/marionette.ts';
import { startMozilla } from '#support/extension/mozilla.ts';

/** The machine's Thunderbird, without a window, with a profile that knows no account. */
export interface Thunderbird {
  readonly version: string;
  /** What it asked of the web, in order: `http://host/path`. */
  readonly asked: readonly string[];
  /** The value of an expression with its own modules at hand. @throws Error that it throws. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface World {
  /** Where what it asks of the web is answered, whatever the host. */
  readonly httpPort: number;
  /** Names that lead to this machine. */
  readonly hosts: readonly string[];
  /** Another answer than that of the program, of its text. */
  rewrite(host: string, text: string): string;
}

/** A proxy for plain HTTP, as nobody here may listen on port 80. */
async function startProxy({ httpPort, rewrite }: World, asked: string[]) {
  const server = createServer((asking, answer) => {
    const { host, pathname, search } = new URL(asking.url ?? '/', `http://${asking.headers.host}`);
    asked.push(`http://${host}${pathname}${search}`);
    const passing = request(
      { port: httpPort, host: '127.0.0.1', path: pathname + search, headers: { host } },
      (from) => {
        const chunks: Buffer[] = [];
        from.on('data', (chunk: Buffer) => chunks.push(chunk));
        from.on('end', () => {
          answer.writeHead(from.statusCode ?? 502, { 'Content-Type': from.headers['content-type'] ?? 'text/plain' });
          answer.end(rewrite(host, Buffer.concat(chunks).toString()));
        });
      },
    );
    passing.on('error', () => answer.destroy());
    passing.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const modules = {
  AccountConfig: 'accountcreation/AccountConfig',
  AccountCreationUtils: 'accountcreation/AccountCreationUtils',
  ConfigVerifier: 'accountcreation/ConfigVerifier',
  CreateInBackend: 'accountcreation/CreateInBackend',
  FindConfig: 'accountcreation/FindConfig',
  MailServices: 'MailServices',
};
const imports = Object.entries(modules)
  .map(([name, file]) => `const { ${name} } = ChromeUtils.importESModule('resource:///modules/${file}.sys.mjs');`)
  .join('\n');

export async function openThunderbird(world: World): Promise<Thunderbird> {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-thunderbird-'));
  const asked: string[] = [];
  const proxy = await startProxy(world, asked);
  const program = await startMozilla('thunderbird', folder, {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxy.port,
    'network.dns.localDomains': world.hosts.join(','),
    // Its makers' own list of providers is on the internet.
    'mailnews.auto_config_url': 'http://list.invalid/',
    'app.donation.eoy.version.viewed': 999,
    'mail.provider.suppress_dialog_on_startup': true,
    'mail.spotlight.firstRunDone': true,
    'mail.winsearch.firstRunDone': true,
    'mailnews.start_page.enabled': false,
  });
  const marionette = await connectMarionette(await program.findPort());
  const evaluate = (expression: string) =>
    marionette.evaluate(`(async () => {\n${imports}\nreturn await (${expression});\n})()`);
  // The certificate of the lab is nobody's that it knows.
  const overrides = "Cc['@mozilla.org/security/certoverride;1'].getService(Ci.nsICertOverrideService)";
  await evaluate(`${overrides}.setDisableAllSecurityChecksAndLetAttackersInterceptMyData(true)`);
  return {
    version: String(await evaluate('Services.appinfo.version')),
    asked,
    evaluate,
    close: async () => {
      marionette.close();
      await program.end();
      proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
