import { describe, expect, it } from 'vitest';
import { decodeAnswer } from '#core/providers/improvmx/provider-answer.ts';

describe('decodeAnswer', () => {
  it('takes an answer with and without a body', () => {
    expect(decodeAnswer(200, '{"aliases":[],"success":true}')).toEqual({ aliases: [], success: true });
    expect(decodeAnswer(200, '{"added":[]}')).toEqual({ added: [] });
    expect(decodeAnswer(204, '')).toEqual({});
  });

  it.each([
    [
      'an alias that is there',
      400,
      '{"errors":{"alias":["This alias already exists. Update it."]},"success":false}',
      'taken',
    ],
    ['errors as a text', 400, '{"errors":{"alias":"This alias already exists."},"success":false}', 'taken'],
    ['errors elsewhere', 409, '{"error":"This username already exists","code":9,"success":false}', 'taken'],
    ['errors of version 4', 422, '{"message":"You reached the limit of your plan"}', 'plan_limit'],
    ['what only others pay for', 403, '{"error":"Upgrade","success":false}', 'plan_limit'],
    ['no domain', 404, '{"error":"Domain not found","success":false}', 'missing'],
    ['no domain under another status', 400, '{"error":"This domain does not exist"}', 'missing'],
    ['success: false under 200', 200, '{"errors":{"forward":["Invalid email."]},"success":false}', 'refused'],
    ['success: false without a reason', 200, '{"success":false}', 'down'],
    ['a wrong key', 401, '{"code":"UNABLE_TO_AUTHENTICATE","success":false}', 'key'],
    ['too many requests', 429, '{"error":"slow down"}', 'busy'],
    ['too many requests in HTML', 429, '<html>', 'busy'],
    ['a fault of theirs', 500, '{"error":"This alias already exists"}', 'down'],
    ['a page of a proxy', 200, '<!doctype html><title>Hello</title>', 'down'],
    ['a page of a proxy that forbids', 403, '<html>Forbidden</html>', 'down'],
    ['half an answer', 200, '{"alias":{"id":1', 'down'],
    ['JSON that is no object', 200, '[1,2]', 'down'],
    ['null', 200, 'null', 'down'],
  ])('knows %s', (_title, status, text, code) => {
    expect(() => decodeAnswer(status, text)).toThrow(expect.objectContaining({ code, status }));
  });

  it('says nothing of what the provider wrote', () => {
    const text = '{"error":"ann@inbox.example is blocked","success":false}';
    expect(() => decodeAnswer(400, text)).toThrow(/^The forwarding provider: refused \(400\)$/);
  });
});
