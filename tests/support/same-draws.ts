import { configureGlobal } from 'fast-check';

/**
 * What generators draw is the same in each run: a commit that was green stays so, on every machine, and a red one is red again for
 * whoever looks. `npm run proof` draws by chance; what it finds is said with its seed, and becomes an example.
 * The seed here is any number: all that matters is that it stays the same.
 */
if (process.env['DRAWS'] !== 'chance') configureGlobal({ seed: 130 });
