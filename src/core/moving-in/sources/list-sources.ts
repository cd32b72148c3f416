import type { MoveService } from '#contract/moves/move-names.ts';
import type { OtherServices } from '#core/moving-in/moving-context.ts';
import { addy } from '#core/moving-in/sources/addy.ts';
import { firefoxRelay } from '#core/moving-in/sources/firefox-relay.ts';
import { forwardEmail } from '#core/moving-in/sources/forward-email.ts';
import { improvmx } from '#core/moving-in/sources/improvmx.ts';
import { simpleLogin } from '#core/moving-in/sources/simplelogin.ts';
import type { Source } from '#core/moving-in/sources/source.ts';

export const sources: Readonly<Record<MoveService, Source>> = {
  simplelogin: simpleLogin,
  addy,
  'forward-email': forwardEmail,
  improvmx,
  'firefox-relay': firefoxRelay,
};

/** Where each service answers, and how it is asked. */
export const serviceWays = {
  urls: {
    simplelogin: 'https://app.simplelogin.io/api',
    addy: 'https://app.addy.io/api/v1',
    'forward-email': 'https://api.forwardemail.net',
    improvmx: 'https://api.improvmx.com/v3',
    'firefox-relay': 'https://relay.firefox.com/api/v1',
  },
  /** So that none has to tell us to be slower: 50, 60, -, 30 and 30 calls a minute. */
  gapsMs: { simplelogin: 1_250, addy: 1_050, 'forward-email': 500, improvmx: 2_000, 'firefox-relay': 2_000 },
  /** So that whoever waits for one request hears of it in time. */
  stepMs: 12_000,
  timeoutMs: 20_000,
} as const satisfies Omit<OtherServices, 'fetch'>;
