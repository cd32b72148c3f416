/** Stands for our domains while they are not known. */
export const fallbackDomain = 'kauke.test';
