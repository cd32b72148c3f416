import { createProcessChannel } from '#main/workers/process-channel.ts';

/** The other end of a channel, in a process of its own. */
const channel = createProcessChannel(process);
channel.handle('echo', (body) => body);
channel.handle('fail', () => {
  throw new Error('cannot');
});
channel.handle('end', () => process.exit(0));
channel.handle('ask back', async (body) => channel.ask('question', body));
for (const number of [1, 2, 3]) channel.tell('told', number);
