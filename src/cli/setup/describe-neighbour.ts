import { namesBelow } from '#core/certificates/certificates.ts';
import type { Neighbour } from '#cli/setup/find-holder.ts';

export interface Places {
  readonly domains: readonly string[];
  /** Of PUBLIC_URL. */
  readonly webHost: string;
  /** Mail programs get a file that tells them our servers. */
  readonly hasFile: boolean;
  readonly httpPort: string;
  readonly mxPort: string;
}

function webNames({ domains, webHost, hasFile }: Places): string[] {
  return [...new Set([webHost, ...namesBelow(domains, hasFile)])];
}

function list(ports: readonly number[]): string {
  return `port${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`;
}

/** Relays by address verification: an alias that is unknown here is refused there, before any mail was taken. */
function postfix({ domains, mxPort }: Places): string[] {
  const map = (value: string): string => `inline:{${domains.map((name) => `{${name} = ${value}}`).join(', ')}}`;
  return [
    'Two programs cannot share port 25 of one address. Best is a second address: name it in BIND_ADDRESS here, set',
    "MX_PORT=25, and give Postfix the first one (inet_interfaces). Else let Postfix pass on your domains' mail. To",
    '/etc/postfix/main.cf, beside what these settings hold already:',
    '',
    `  relay_domains = ${domains.join(', ')}`,
    `  transport_maps = ${map(`smtp:[127.0.0.1]:${mxPort}`)}`,
    `  smtpd_recipient_restrictions = reject_unauth_destination, check_recipient_access ${map('reject_unverified_recipient')}`,
    '  unverified_recipient_reject_code = 550',
    '  address_verify_negative_refresh_time = 1m',
    '  address_verify_negative_expire_time = 2m',
    '  address_verify_positive_refresh_time = 2m',
    '  address_verify_positive_expire_time = 5m',
    '  message_size_limit = 26214400',
    '',
    'Then all mail comes from Postfix: SPF and block lists are asked about nobody, and what carries no DKIM signature',
    'arrives as [unverified]. So set UNAUTHENTICATED_MAIL=mark, and let Postfix check SPF.',
  ];
}

function mox(places: Places, ports: readonly number[]): string[] {
  const web = ports.some((port) => port === 80 || port === 443);
  const mail = ports.some((port) => port !== 80 && port !== 443);
  return [
    ...(mail
      ? [
          'Two programs cannot share port 25 of one address, and mox passes no domain on. Give this machine a second address:',
          'name it in BIND_ADDRESS here, set MX_PORT=25, and leave mox the first one (Listeners, IPs in mox.conf).',
        ]
      : []),
    ...(web
      ? [
          'Let mox pass the web app on. To domains.conf:',
          '',
          'WebHandlers:',
          ...webNames(places).flatMap((name) => [
            '\t-',
            '\t\tLogName: kauke',
            `\t\tDomain: ${name}`,
            '\t\tPathRegexp: ^/',
            '\t\tWebForward:',
            `\t\t\tURL: http://127.0.0.1:${places.httpPort}`,
          ]),
        ]
      : []),
  ];
}

function nginx(places: Places): string[] {
  const [first = ''] = webNames(places);
  return [
    'Let nginx pass the web app on, here as /etc/nginx/conf.d/kauke.conf:',
    '',
    '  server {',
    '    listen 443 ssl;',
    '    listen [::]:443 ssl;',
    `    server_name ${webNames(places).join(' ')};`,
    `    ssl_certificate /etc/letsencrypt/live/${first}/fullchain.pem;`,
    `    ssl_certificate_key /etc/letsencrypt/live/${first}/privkey.pem;`,
    '    client_max_body_size 0;',
    '    location / {',
    `      proxy_pass http://127.0.0.1:${places.httpPort};`,
    '      proxy_set_header Host $host;',
    '      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    '    }',
    '  }',
    '',
    `The certificate: certbot certonly --nginx ${webNames(places)
      .map((name) => `-d ${name}`)
      .join(' ')}`,
  ];
}

function caddy(places: Places): string[] {
  return [
    'Let Caddy pass the web app on; it gets the certificates by itself. To /etc/caddy/Caddyfile:',
    '',
    `  ${webNames(places).join(', ')} {`,
    `    reverse_proxy 127.0.0.1:${places.httpPort}`,
    '  }',
  ];
}

function other(): string[] {
  return [
    'Stop it, or give Kauke another address of this machine in BIND_ADDRESS. A web server passes the web app on as',
    'docs/self-hosting.md shows.',
  ];
}

/** How to live beside who holds ports of this machine; without ports: who could take those that are free. */
export function describeNeighbour(
  holder: Neighbour | 'another program',
  ports: readonly number[],
  places: Places,
): string {
  const ways = {
    postfix: () => postfix(places),
    mox: () => mox(places, ports),
    nginx: () => nginx(places),
    caddy: () => caddy(places),
    'another program': other,
  };
  const name = { postfix: 'Postfix', mox: 'mox', nginx: 'nginx', caddy: 'Caddy' };
  const who = holder === 'another program' ? 'Another program' : name[holder];
  const head =
    ports.length === 0
      ? 'Ports 80 and 443 are free. Kauke answers the web at HTTP_PORT.'
      : `${who} holds ${list(ports)}.`;
  return [head, ...ways[holder]()].join('\n');
}
