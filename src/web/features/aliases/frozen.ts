import { createContext } from 'react';

/** The account is suspended as a whole: its aliases can be seen, and not changed. */
export const FrozenContext = createContext(false);
