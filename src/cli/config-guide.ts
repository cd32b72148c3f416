import { writeFile } from 'node:fs/promises';
import { renderConfigurationGuide } from '#config/render-configuration-guide.ts';

/** `config-guide`: writes docs/configuration.md from the table of variables. */
export function writeConfigurationGuide(path: string): Promise<void> {
  return writeFile(path, renderConfigurationGuide());
}
