import { Client } from 'pg';
import { vi } from 'vitest';

/** How many statements a piece of work sends to the database, those of its transactions among them. */
export async function askedStatements(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return asked.mock.calls.length;
  } finally {
    asked.mockRestore();
  }
}
