import packageJson from '../../package.json' with { type: 'json' };

/** Which release this is. */
export const { version } = packageJson;
