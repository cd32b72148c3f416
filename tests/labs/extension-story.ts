import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '#support/browser.ts';
import type { Bench, BenchParts, Popup, Tab } from '#support/extension/bench.ts';
import type { Screen } from '#support/extension/screen.ts';
import { startPreview, type Preview } from '../e2e/start-preview.ts';
import { manyVisitors } from '../e2e/visit.ts';

const email = 'ann@home.example';
const password = 'correct horse battery';
const siteHost = 'www.shop.example';

let server: Preview;
let site: Server;
let siteUrl: string;
let folder: string;
/** The owner's other browser, where the extension is downloaded and the account is looked at. */
let elsewhere: Browser;
let owner: APIRequestContext;
let bench: Bench;
let settings: Tab;
/** What was asked of the site, beside its icon. */
const visits: string[] = [];

/** Downloads the extension where the settings offer it. */
async function download(link: string, to: string): Promise<void> {
  const page = await elsewhere.newPage({ baseURL: server.webUrl });
  owner = page.context().request;
  await ask('POST', '/api/auth/register', { email, password });
  await page.goto('/settings/api-keys');
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).click();
  await (await arriving).saveAs(to);
}

/** Of the account, without the extension. */
async function ask<Answer>(method: string, path: string, data?: unknown): Promise<Answer> {
  const headers = { origin: server.webUrl };
  const answer = await owner.fetch(server.webUrl + path, { method, headers, data });
  return (await answer.json()) as Answer;
}

const keys = async () =>
  (await ask<{ apiKeys: { id: string; name: string; scope: string }[] }>('GET', '/api/api-keys')).apiKeys;

/** Opens the pairing page from the settings. */
async function beginPairing(): Promise<Tab> {
  const { host, hostname } = new URL(server.webUrl);
  await settings.bringToFront();
  await settings.type('Server address', host);
  return bench.opened(async () => {
    await settings.press('Connect');
    await bench.permit(hostname);
  });
}

/** The site in a tab in front, and the popup over it. */
async function visitSite(path = ''): Promise<{ readonly page: Tab; readonly popup: Popup }> {
  const page = await bench.open(`${siteUrl}${path}`);
  return { page, popup: await bench.pressButton(page) };
}

async function expectSaid(screen: Screen, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect.poll(() => screen.text()).toContain(text);
}

function fieldOf(page: Tab): Promise<unknown> {
  return page.evaluate("document.querySelector('input').value");
}

/** How wide it is, and what of it is out of sight. */
function roomOf(popup: Popup): Promise<unknown> {
  return popup.evaluate(`(({ clientWidth, clientHeight, scrollWidth, scrollHeight }) => ({
    width: clientWidth, across: scrollWidth - clientWidth, down: scrollHeight - clientHeight,
  }))(document.documentElement)`);
}

async function leave(popup: Popup, page: Tab): Promise<void> {
  await popup.close();
  await page.close();
}

/**
 * The browser extension as people use it: downloaded from the server's own page, loaded, paired, used on a site, and sent away.
 * `link`: what the settings call the download.
 */
export function tellStory(link: string, openBench: (parts: BenchParts) => Promise<Bench>): void {
  beforeAll(async () => {
    server = await startPreview(manyVisitors);
    site = createServer(({ url = '' }, response) => {
      if (url !== '/favicon.ico') visits.push(url);
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>A shop</title><label>Email <input type="email" autofocus></label>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    siteUrl = `http://${siteHost}:${(site.address() as AddressInfo).port}/`;
    folder = await mkdtemp(join(tmpdir(), 'kauke-extension-'));
    elsewhere = await launchBrowser();
    const archive = join(folder, 'extension.zip');
    await download(link, archive);
    bench = await openBench({ archive, folder, siteHost });
    settings = await bench.open(bench.ownPage('settings.html'));
  });
  afterAll(async () => {
    await bench?.close();
    await elsewhere?.close();
    site?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('may do nothing on any site by itself', () => {
    const { permissions, ...more } = bench.manifest;
    expect(permissions).toEqual(['activeTab', 'contextMenus', 'scripting', 'storage']);
    expect(Object.keys(more)).not.toContain('host_permissions');
    expect(Object.keys(more)).not.toContain('content_scripts');
  });

  it('asks for a server before anything else', async () => {
    await bench.expectSound(settings);
    const { page, popup } = await visitSite('before');
    await expectSaid(popup, 'Connect your Kauke server');
    await expect.poll(() => roomOf(popup)).toEqual({ width: 384, across: 0, down: 0 });
    await leave(popup, page);
    await settings.bringToFront();
    await settings.type('Server address', 'http://elsewhere.example');
    await settings.press('Connect');
    await expectSaid(settings, 'Only https');
  });

  it('is let in by its owner on a page of the server, and holds one key of everyday use', async () => {
    const refusing = await beginPairing();
    await refusing.type('Email', email);
    await refusing.type('Password', password);
    await refusing.press('Sign In');
    await expectSaid(refusing, 'Let the extension in?');
    expect(await refusing.evaluate('location.href')).toBe(`${server.webUrl}/pair`);
    await bench.expectSound(refusing);
    await refusing.press('Refuse');
    await refusing.gone();
    await expectSaid(settings, 'You did not let this browser in.');
    expect(await keys()).toEqual([]);

    const agreeing = await beginPairing();
    await agreeing.press('Let it in');
    await agreeing.gone();
    await expectSaid(settings, `Connected to ${new URL(server.webUrl).host}`);
    await bench.expectSound(settings);
    expect(await keys()).toMatchObject([{ name: `Kauke extension (${bench.called})`, scope: 'use' }]);
  });

  it('makes an alias for the site by one press, and fills it in where the cursor is', async () => {
    const { page, popup } = await visitSite();
    await expectSaid(popup, 'You have no alias for shop.example yet.');
    expect(await fieldOf(page)).toBe('');
    await popup.press('New alias');
    await expectSaid(popup, 'Your aliases for shop.example', 'Filled in');
    const address = String(await fieldOf(page));
    expect(address).toMatch(/^[\w.-]+@kauke\.test$/u);
    await popup.press(`Copy ${address}`);
    await expectSaid(popup, 'Copied');

    await popup.press(`Pause ${address}`);
    await expectSaid(popup, 'Paused');
    await popup.press(`Resume ${address}`);
    await expectSaid(popup, 'Pause');

    await popup.press(`Write or block: ${address}`);
    await popup.type('Address of somebody else', 'nobody');
    await popup.press('Get the reverse address');
    await expectSaid(popup, 'Valid email address is required');
    await popup.type('Address of somebody else', 'friend@elsewhere.example');
    await popup.press('Get the reverse address');
    await expect.poll(() => popup.text()).toMatch(/Reverse address\s+[\w.+=-]+@kauke\.test/u);
    await popup.press('Block');
    await expectSaid(popup, 'Blocked: their mail is dropped without a word.');
    // As high as a popup may be: beside the bar to scroll by, all is there.
    await expect.poll(() => roomOf(popup)).toMatchObject({ across: 0 });
    await popup.press('Unblock');
    await expectSaid(popup, 'Reverse address');
    await leave(popup, page);
  });

  it('finds an alias of its owner and uses it on the site from then on', async () => {
    const { user } = await ask<{ user: { id: string } }>('GET', '/api/auth/session');
    const long = `${'quite-a-long-name-'.repeat(3)}1`;
    await ask('POST', `/api/aliases/${user.id}`, { alias: long, domain: 'kauke.test', forwardTo: email });
    const { page, popup } = await visitSite();
    await popup.type('Use one you have', 'quite-a-long');
    await popup.press('Search your aliases');
    await popup.press(`Use here: ${long}@kauke.test`);
    await expectSaid(popup, 'Filled in');
    expect(await fieldOf(page)).toBe(`${long}@kauke.test`);
    await popup.press(`Not used here: ${long}@kauke.test`);
    await expectSaid(popup, 'is not used on this site');
    await popup.type('Use one you have', 'no such alias');
    await popup.press('Search your aliases');
    await expectSaid(popup, 'No alias of yours fits.');
    await leave(popup, page);
  });

  it('fills in a known alias by the menu of a field', async () => {
    const { page, popup } = await visitSite();
    await popup.close();
    await bench.pressMenu(page);
    await expect.poll(() => fieldOf(page)).toMatch(/@kauke\.test$/u);
    const { aliases } = await ask<{ aliases: { alias: string }[] }>('POST', '/api/sites/aliases', {
      host: 'shop.example',
    });
    expect(aliases.map(({ alias }) => `${alias}@kauke.test`)).toEqual([await fieldOf(page)]);
    await page.close();
  });

  it('is no less than that where there is no website, and can be read and used by everybody', async () => {
    const page = await bench.open(bench.ownPage('popup.html'));
    await expectSaid(page, 'This page is no website.');
    await page.press('New alias');
    await expectSaid(page, 'Copied');
    const [address] = /[\w.-]+@kauke\.test/u.exec(await page.text()) ?? [];
    await page.press(`Write or block: ${address}`);
    await page.type('Use one you have', 'quite-a-long');
    await page.press('Search your aliases');
    await expectSaid(page, 'quite-a-long-name');
    await bench.expectSound(page);
    await page.close();
  });

  it('tells the server when it is disconnected, and forgets the key', async () => {
    await settings.bringToFront();
    await settings.press('Disconnect');
    await expectSaid(settings, 'Disconnected. The key of this browser is revoked.');
    expect(await keys()).toEqual([]);
    expect(await settings.evaluate('(globalThis.browser ?? chrome).storage.local.get()')).toEqual({});
  });

  it('says when its key was revoked, and when the server is away', async () => {
    const agreeing = await beginPairing();
    await agreeing.press('Let it in');
    await agreeing.gone();
    await expectSaid(settings, 'Connected to');
    const { page, popup } = await visitSite();
    await expectSaid(popup, 'Your aliases for shop.example');
    for (const { id } of await keys()) {
      await owner.delete(`${server.webUrl}/api/api-keys/${id}`, { headers: { origin: server.webUrl } });
    }
    await popup.press('Another alias');
    await expectSaid(popup, 'This browser was disconnected');
    await popup.close();
    await server.stop();
    const late = await bench.pressButton(page);
    await expectSaid(late, 'Not loaded', 'The server did not answer. Are you online?', 'Try again');
    await late.close();
    await settings.bringToFront();
    await settings.press('Disconnect');
    await expectSaid(settings, 'Disconnected here. The server did not answer');
  });

  it('asked the site for nothing: only its visitor did', () => {
    expect(new Set(visits)).toEqual(new Set(['/', '/before']));
  });
}
