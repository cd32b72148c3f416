import { writeFile } from 'node:fs/promises';
import { renderConfigurationGuide } from '#config/render-configuration-guide.ts';

/** `config-guide`: writes docs/configuration.md from the table of variables. */
export const writeConfigurationGuide = (path: string): Promise<void> => writeFile(path, renderConfigurationGuide());
