import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { localesPlugin } from '#locales/vite-plugin.ts'
import { contractPlugin } from '#web/platform/contract/vite-plugin.ts'

const root = new URL('./', import.meta.url)

/** The web: root `web/`, built to `web/dist`. `vite` alone serves it for development, calls go to a running server. */
export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('./web/', root)),
  // Tests take the contract as it is.
  plugins: [
    react(),
    localesPlugin(),
    ...(process.env.VITEST ? [] : [contractPlugin(root)]),
    // A .br and a .gz beside every text file that gains by it; the server picks one.
    compression({
      include: /\.(js|css|html|json|svg)$/,
      algorithms: [defineAlgorithm('gzip', { level: 9 }), defineAlgorithm('brotliCompress')],
      logLevel: 'silent',
    }),
  ],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/session', '/media', '/config.json', '/conf', '/identity', '/favicon.svg', '/mailbox'].map(
        path => [path, { target: process.env.KEEPSAKE_ORIGIN ?? 'http://localhost:4000', ws: true }],
      ),
    ),
  },
  build: {
    outDir: fileURLToPath(new URL('./web/dist/', root)),
    emptyOutDir: true,
    target: 'es2024',
    // Data addresses in style sheets and scripts would need more of the CSP; files are cached for good anyway.
    assetsInlineLimit: 0,
    reportCompressedSize: command === 'build',
    rolldownOptions: {
      treeshake: {
        // Importing a module of the web does nothing by itself, main.tsx aside. Told so, the bundler looks through the
        // index.ts of a folder: a chunk gets what it uses of it, not all of it.
        moduleSideEffects: [{ test: /\/web\/src\/(?!app\/main\.tsx$).*\.tsx?$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // What every visit needs travels as two files instead of fifty: compressed together they are smaller, too.
          includeDependenciesRecursively: true,
          groups: [
            { name: 'start', test: /web\/src\/app\/(main|start)\.tsx$/, priority: 2 },
            { name: 'timeline', test: /app\/pages\/timeline\/timeline-page\.tsx$/, priority: 1 },
            { name: 'library-actions', test: /app\/pages\/timeline\/library-actions\.ts$/ },
          ],
        },
      },
    },
  },
}))
