const form = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]+)(?<after>.*)$/u;

/**
 * One URL for each host of a connection URI with several (`postgres://user:password@one:5432,two/database`, as libpq
 * takes them); null when it is none.
 */
export function splitDatabaseUrl(text: string): readonly string[] | null {
  const { before = '', hosts = '', after = '' } = form.exec(text)?.groups ?? {};
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`);
  const isGood = (url: string): boolean => (URL.parse(url)?.hostname ?? '') !== '';
  return urls.every(isGood) ? urls : null;
}
