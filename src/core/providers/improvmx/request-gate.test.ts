import { beforeEach, describe, expect, it } from 'vitest';
import { providerPace } from '#core/providers/improvmx/provider-pace.ts';
import { createRequestGate, type RequestGate } from '#core/providers/improvmx/send-request.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
let nowMs: number;
let gate: RequestGate;

beforeEach(() => {
  nowMs = startMs;
  gate = createRequestGate({ now: () => nowMs }, providerPace);
});

function seconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

describe('a request gate', () => {
  it('is open until the provider says otherwise', () => {
    gate.answered(200, new Headers({ 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': seconds(startMs + 9_000) }));
    expect(gate.waitMs()).toBe(0);
    gate.answered(200, new Headers());
    expect(gate.waitMs()).toBe(0);
  });

  it('waits for the end of the window when nothing is left of it', () => {
    gate.answered(200, new Headers({ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': seconds(startMs + 30_000) }));
    expect(gate.waitMs()).toBe(30_000);
    nowMs += 30_000;
    expect(gate.waitMs()).toBe(0);
  });

  it.each([
    ['seconds', { 'Retry-After': '7' }, 7_000],
    ['a date', { 'Retry-After': new Date(startMs + 20_000).toUTCString() }, 20_000],
    ['the end of the window', { 'X-RateLimit-Reset': seconds(startMs + 8_000) }, 8_000],
    ['nothing', {}, providerPace.busyMs],
    ['nonsense', { 'Retry-After': 'soon', 'X-RateLimit-Reset': 'later' }, providerPace.busyMs],
    ['the past', { 'Retry-After': new Date(startMs - 20_000).toUTCString() }, providerPace.pauseFirstMs],
    ['a week', { 'Retry-After': '604800' }, providerPace.busyMaxMs],
  ])('waits after a 429 that says %s', (_title, headers, waitMs) => {
    gate.answered(429, new Headers(headers));
    expect(gate.waitMs()).toBe(waitMs);
  });

  it('waits longer after each failure in a row, up to a minute, and anew after an answer', () => {
    const waits: number[] = [];
    for (let failure = 0; failure < 7; failure += 1) {
      gate.failed();
      waits.push(gate.waitMs() / 1000);
      nowMs += gate.waitMs();
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
    gate.recovered();
    gate.failed();
    expect(gate.waitMs()).toBe(2_000);
  });
});
