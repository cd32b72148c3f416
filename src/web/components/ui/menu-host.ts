import { createContext } from 'react';

/** What holds a menu hears whether it is open, and so reaches out of it. */
export const MenuHost = createContext<(isOpen: boolean) => void>(() => {});
