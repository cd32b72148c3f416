import { fileURLToPath } from 'node:url';

/** Where the program keeps what it compiled, as environment of other processes of Node: they start in half of the time. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/kauke', import.meta.url)),
} as const;
