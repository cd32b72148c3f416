import { expect, it } from 'vitest';
import { findUuencoded } from '#mail/documents/uuencoded-files.ts';

/** The files, and how often others got their turn. */
function read(text: string) {
  const steps = [...findUuencoded(text)];
  const files = steps.filter((step) => step !== undefined);
  return { files, turns: steps.length - files.length };
}

it('is read with turns for others in between, however long it is', () => {
  const line = `M${'A'.repeat(60)}\r\n`;
  const { files, turns } = read(`begin 644 a.bin\r\n${line.repeat(20_000)}end\r\n`);
  expect(files.map(({ octets }) => octets.length)).toEqual([20_000 * 45]);
  expect(turns).toBe(9);
  const base64 = read(`begin-base64 644 a.bin\r\n${`${'A'.repeat(76)}\r\n`.repeat(20_000)}====\r\n`);
  expect(base64.files.map(({ octets }) => octets.length)).toEqual([20_000 * 57]);
  expect(base64.turns).toBe(9);
});

it('has no more octets than its text has characters, whatever its lines say of themselves', () => {
  const text = `begin 644 a.bin\n${'MA\n'.repeat(1000)}`.repeat(20);
  const octets = read(text).files.reduce((sum, file) => sum + file.octets.length, 0);
  expect(octets).toBeLessThanOrEqual(text.length);
});
