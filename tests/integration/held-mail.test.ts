import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HeldMessage } from '#contract/held.ts';
import { searchDatabase } from '#support/database-search.ts';
import { signRawDkim, type RawParts } from '#support/sign-raw.ts';
import { authorOf, closedSpf, openSpf, startVerdictWorld, valuesOf, writeMessage } from '#support/verdict-world.ts';
