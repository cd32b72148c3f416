import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { packExtension } from './pack-extension.ts';

const root = join(import.meta.dirname, '..');
const page = (name: string): string => join(import.meta.dirname, name);

// oxlint demands named exports; Vite reads only the default one.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [react(), tailwindcss(), packExtension(root, packageJson.version)],
  build: {
    outDir: join(root, 'dist/extension'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        popup: page('popup.html'),
        settings: page('settings.html'),
        background: page('background/background.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'assets/[hash:7].js' },
    },
  },
});
