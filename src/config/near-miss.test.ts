import { describe, expect, it } from 'vitest';
import { findNearMiss } from '#config/near-miss.ts';
import { variables } from '#config/variables.ts';

const names = Object.keys(variables);

describe('findNearMiss', () => {
  it.each([
    ['MAIL_DOMAIN', 'MAIL_DOMAINS'],
    ['SMART_HOST_URL', 'SMARTHOST_URL'],
    ['data_dir', 'DATA_DIR'],
    ['KAUKE_SECRET_KEY', 'SECRET_KEY'],
    ['KAUKE_MX_PORT', 'MX_PORT'],
    ['DATABSAE_URL', 'DATABASE_URL'],
    ['OPERATER_EMIAL', 'OPERATOR_EMAIL'],
    ['DNS_SERVER', 'DNS_SERVERS'],
  ])('takes %s for a misspelt %s', (name, meant) => {
    expect(findNearMiss(name, names)).toBe(meant);
  });

  it.each(['SMTP_PORT', 'DB_PORT', 'SSL_CERT_FILE', 'XDG_DATA_DIRS', 'PORT', 'HTTPS_PROXY', 'HOME', 'MY_PORT', 'ROLE'])(
    'lets %s of another program be',
    (name) => {
      expect(findNearMiss(name, names)).toBeNull();
    },
  );
});
