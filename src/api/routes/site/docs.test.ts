import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDocument } from '#api/documentation/api-document.ts';
import { createVisitor, startTestApi, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

async function read(): Promise<ApiDocument> {
  return (await createVisitor(api).send('GET', '/api/openapi.json')).body as ApiDocument;
}

describe('the description of the API', () => {
  it('gives each operation a tag, an id of its own, an answer and what it may refuse', async () => {
    const operations = Object.values((await read()).paths).flatMap((item) => Object.values(item));
    expect(operations.length).toBeGreaterThan(10);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { tags, operationId, responses, requestBody } of operations) {
      expect(tags, `${operationId}`).toEqual([expect.stringMatching(/^[A-Z]/)]);
      const statuses = Object.keys(responses);
      expect(
        statuses.filter((status) => Number(status) < 400),
        `${operationId}`,
      ).not.toEqual([]);
      if (requestBody !== undefined) expect(statuses, `${operationId}`).toContain('400');
    }
  });

  it('says in a line of its own what each operation does, what each group holds, and which types there are', async () => {
    const { paths, tags, components, servers, info } = await read();
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    for (const { operationId, summary, description } of operations) {
      expect(summary, `${operationId}`).toMatch(/^[A-Z].{3,79}$/u);
      expect(summary, `${operationId} has no entry in summaries.ts or foreign-summaries.ts`).not.toBe(description);
    }
    for (const { name, description } of tags) expect(description, `${name} has no entry in tags.ts`).not.toBe(name);
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Alias', 'User', 'AliasTarget', 'Error']));
    expect(servers).toEqual([{ url: test.core.settings.publicUrl, description: 'This installation' }]);
    expect(info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
    const text = JSON.stringify(paths);
    expect(text).toContain('"$ref":"#/components/schemas/Alias"');
    expect(text).toContain('"$ref":"#/components/schemas/SimpleLoginError"');
    // Of a pattern's flags nothing is left, which a program would take for a part of it.
    expect(text).not.toMatch(/"pattern":"[^"]*\/u"/u);
  });

  it('names every route that the app has', async () => {
    const { paths } = await read();
    const document = await createVisitor(api).send('GET', '/api/openapi.json');
    expect(document.headers.get('etag')).toMatch(/^W\//);
    for (const path of ['/api/auth/session', '/api/aliases/{id}', '/api/stats', '/api/events', '/api/config']) {
      expect(Object.keys(paths)).toContain(path);
    }
  });

  it('is a page whose own policy lets it show, without a script of its own, and with a way back', async () => {
    const { status, headers, body } = await createVisitor(api).send('GET', '/api/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    const page = String(body);
    const [, nonce = ''] = /<style nonce="([^"]+)">/.exec(page) ?? [];
    expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=/);
    for (const [path, item] of Object.entries((await read()).paths)) {
      expect(page).toContain(`<code>${path}</code>`);
      for (const { operationId } of Object.values(item)) expect(page).toContain(`<details id="${operationId}">`);
    }
    expect(page).toContain('confirmationRequired: boolean');
    expect(page).toContain('Errors carry <code>message</code> for people');
    expect(page).toMatch(/>API keys<\/h2>[^]*>SMTP credentials<\/h2>/u);
    for (const path of ['/home', '/dashboard', '/docs', '/docs/api']) expect(page).toContain(`href="${path}"`);
  });
});
