/** The pages the web app has. Any other path is answered with status 404. */
const pages: ReadonlySet<string> = new Set(['/', '/home', '/auth', '/dashboard', '/confirm']);

const inboxPage = '/inbox';

/** Whether a path is a page; the inbox is one only in preview. */
export const isPage = (path: string, preview: boolean): boolean => pages.has(path) || (preview && path === inboxPage);
