import { Client } from 'pg';

async function ask<Row extends object>(client: Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows;
}

/** Rows and a hash over them of every table, and where every counter stands. */
export async function readContent(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const names = (kind: string) =>
      ask<{ name: string }>(
        client,
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = '${kind}' order by 1`,
      );
    const content: Record<string, string> = {};
    for (const { name } of await names('r')) {
      const [found] = await ask<{ rows: string }>(
        client,
        `select count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from "${name}" t`,
      );
      content[name] = found?.rows ?? '';
    }
    for (const { name } of await names('S')) {
      const [found] = await ask<{ last: string }>(
        client,
        `select last_value || ' ' || is_called as last from "${name}"`,
      );
      content[name] = found?.last ?? '';
    }
    return content;
  } finally {
    await client.end();
  }
}
