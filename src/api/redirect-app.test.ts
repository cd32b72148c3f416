import { describe, expect, it } from 'vitest';
import { createRedirectApp } from '#api/redirect-app.ts';

const app = createRedirectApp('https://mask.example');

async function ask(method: string, path: string): Promise<Response> {
  return app.fetch(new Request(`http://evil.example${path}`, { method }), {});
}

describe('createRedirectApp', () => {
  it.each(['GET', 'HEAD'])('leads %s to the same path at the public address, whatever Host says', async (method) => {
    const answer = await ask(method, '/guides/?q=1');
    expect(answer.status).toBe(308);
    expect(answer.headers.get('Location')).toBe('https://mask.example/guides/?q=1');
  });

  it('leads to no other host by a path', async () => {
    expect((await ask('GET', '//evil.example/x')).headers.get('Location')).toBe('https://mask.example//evil.example/x');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'refuses %s, which may hold what nobody should read',
    async (method) => {
      const answer = await ask(method, '/api/auth/login');
      expect(answer.status).toBe(405);
      expect(answer.headers.get('Location')).toBeNull();
      expect(answer.headers.get('Allow')).toBe('GET, HEAD');
    },
  );
});
