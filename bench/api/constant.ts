import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { answerCalls } from '../helper-process.ts';
import type { ConstantCalls } from './calls.ts';

/** The same framework and HTTP server as the program's, doing nothing: what is left is our own cost. */

const app = new Hono();
app.get('/', (c) => c.json({ user: null }));
const server = createAdaptorServer({ fetch: app.fetch });

answerCalls<ConstantCalls>({
  listen: async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pid: process.pid };
  },
});
