import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { confirmIdentity, useIdentityQuestion, type IdentityAnswer } from '#web/lib/confirm-identity.ts';

function Reader({ onRead }: { onRead: (question: IdentityAnswer | null) => void }) {
  onRead(useIdentityQuestion());
  return null;
}

function readQuestion(): IdentityAnswer | null {
  const read: (IdentityAnswer | null)[] = [];
  renderToStaticMarkup(<Reader onRead={(question) => void read.push(question)} />);
  return read.at(-1) ?? null;
}

it('a proof that comes after its question was closed leaves the next one open', async () => {
  const closed = confirmIdentity();
  const late = readQuestion();
  late?.(false);
  await expect(closed).rejects.toThrow();
  const next = confirmIdentity();
  late?.(true);
  const open = readQuestion();
  expect(open).not.toBe(null);
  open?.(true);
  await expect(next).resolves.toBe(undefined);
  expect(readQuestion()).toBe(null);
});
