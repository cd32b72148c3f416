import type { Database } from '#database/database.ts';

/**
 * Counts messages of aliases that take a number of them and no more. Each count is one statement on the row of the alias,
 * so it is exact over all processes and nodes.
 */
export interface MessageCaps {
  /** Counts one message for each. Returns those that take it: the others have had all they were to have. */
  take(aliasIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A message that was counted reached nobody: it counts no more. */
  giveBack(aliasIds: readonly string[]): Promise<void>;
}

/** Locked in order, so that two messages to the same aliases cannot deadlock. The owner may have lifted the cap by now. */
const takeOne = {
  name: 'take-message',
  text: `
    update aliases set messages_left = messages_left - 1 where id in (
      select id from aliases where id = any ($1::uuid[]) and (messages_left > 0 or messages_left is null)
      order by id for no key update)
    returning id`,
};

const giveOneBack = {
  name: 'give-message-back',
  text: `
    update aliases set messages_left = least(messages_left + 1, max_messages) where id in (
      select id from aliases where id = any ($1::uuid[]) and messages_left is not null order by id for no key update)`,
};

export function createMessageCaps({ pool }: Database): MessageCaps {
  return {
    take: async (aliasIds) => {
      if (aliasIds.length === 0) return new Set();
      const { rows } = await pool.query<{ readonly id: string }>({ ...takeOne, values: [aliasIds] });
      return new Set(rows.map(({ id }) => id));
    },
    giveBack: async (aliasIds) => {
      if (aliasIds.length > 0) await pool.query({ ...giveOneBack, values: [aliasIds] });
    },
  };
}
