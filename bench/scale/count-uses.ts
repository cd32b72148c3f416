import { Agent, request } from 'node:http';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';

const uses = 10_000;
/** Of each node; all uses are asked for at once. */
const maxSockets = 250;

function ask(url: string, agent: Agent): Promise<number> {
  const body = JSON.stringify({ email: 'nobody@inbox.example', password: 'not the right password' });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(`${url}/api/auth/login`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(body);
  });
}

/**
 * Tries to sign in to one address from one network, in turn at each node.
 * @throws Error when a try is answered otherwise than as checked or as one too many
 */
export async function countUses(webUrls: readonly string[]) {
  const agents = webUrls.map(() => new Agent({ keepAlive: true, maxSockets }));
  const statuses = await Promise.all(
    Array.from({ length: uses }, (_, index) => {
      const node = index % webUrls.length;
      return ask(webUrls[node] ?? '', agents[node] ?? new Agent());
    }),
  );
  for (const agent of agents) agent.destroy();
  const count = (status: number): number => statuses.filter((one) => one === status).length;
  const [granted, refused] = [count(401), count(429)];
  if (granted + refused !== uses) throw new Error(`other answers: ${[...new Set(statuses)].join(', ')}`);
  return { uses, granted, allowed: rateLimitRules.signInPerEmail.max };
}
