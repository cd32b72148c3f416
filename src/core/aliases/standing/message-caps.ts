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

/**
 * One row each: a lock that is held while another is waited for can deadlock, and so can one row that is locked first and
 * changed after, where other statements lock it beside as their foreign keys do. The owner may have lifted the cap by now.
 */
const takeOne = {
  name: 'take-message',
  text: `
    update aliases set messages_left = messages_left - 1
    where id = $1 and (messages_left > 0 or messages_left is null)`,
};

const giveOneBack = {
  name: 'give-message-back',
  text: `
    update aliases set messages_left = least(messages_left + 1, max_messages)
    where id = $1 and messages_left is not null`,
};

export function createMessageCaps({ pool }: Database): MessageCaps {
  const giveBack = async (aliasIds: readonly string[]): Promise<void> => {
    for (const id of aliasIds) await pool.query({ ...giveOneBack, values: [id] });
  };
  return {
    async take(aliasIds) {
      const taken = new Set<string>();
      try {
        for (const id of aliasIds) {
          const { rowCount } = await pool.query({ ...takeOne, values: [id] });
          if (rowCount === 1) taken.add(id);
        }
      } catch (error) {
        await giveBack([...taken]).catch(() => {});
        throw error;
      }
      return taken;
    },
    giveBack,
  };
}
