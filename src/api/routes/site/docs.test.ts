import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDocument } from '#api/describe-api.ts';
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

  it('names every route that the app has', async () => {
    const { paths } = await read();
    const document = await createVisitor(api).send('GET', '/api/openapi.json');
    expect(document.headers.get('etag')).toMatch(/^W\//);
    for (const path of ['/api/auth/session', '/api/aliases/{id}', '/api/stats', '/api/events', '/api/config']) {
      expect(Object.keys(paths)).toContain(path);
    }
  });

  it('is a page without script that its own policy lets show', async () => {
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
  });
});
