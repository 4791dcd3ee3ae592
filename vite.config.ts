import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { localesPlugin } from '#locales/vite-plugin.ts'
import { contractPlugin } from '#web/platform/contract/vite-plugin.ts'
import { firstPageBudgetPlugin } from '#web/platform/lazy/first-page-budget.ts'
import { buildInfoPlugin } from '#web/platform/lazy/vite-plugin.ts'

const root = new URL('./', import.meta.url)

/** Builds `web/` to `web/dist`. `vite` alone serves it for development and proxies calls to a running server. */
export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('./web/', root)),
  // Tests use the contract uncompiled.
  plugins: [
    react(),
    localesPlugin(),
    buildInfoPlugin(),
    firstPageBudgetPlugin('/app/pages/timeline/photo-timeline.tsx', 170),
    firstPageBudgetPlugin('/app/pages/orders/orders-page.tsx', 160),
    firstPageBudgetPlugin('/app/pages/settings/settings-page.tsx', 162),
    ...(process.env.VITEST ? [] : [contractPlugin(root)]),
    // Writes a .br and a .gz beside every text file that gets smaller; the server negotiates the encoding.
    compression({
      include: /\.(js|css|html|json|svg)$/,
      algorithms: [defineAlgorithm('gzip', { level: 9 }), defineAlgorithm('brotliCompress')],
      logLevel: 'silent',
    }),
  ],
  resolve: {
    // React has the hook itself; the shim is for versions before 18.
    alias: [
      {
        find: /^use-sync-external-store\/shim(\/index\.js)?(?=$|\/with)/,
        replacement: 'use-sync-external-store',
      },
    ],
  },
  // Names of classes are part of the scripts. In development they say which module they are of.
  css: { modules: command === 'build' ? { generateScopedName: '[hash:base64:6]' } : {} },
  server: {
    proxy: {
      '^/(api|session|media|conf|identity|favicon.svg|mailbox|withdraw)': {
        target: process.env.KEEPSAKE_ORIGIN ?? 'http://localhost:4000',
        ws: true,
      },
    },
  },
  build: {
    target: 'es2024',
    // Data URLs in style sheets and scripts would need a wider CSP; files are cached as immutable anyway.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Its figures are of no use to those who only build.
      checks: { pluginTimings: false },
      treeshake: {
        // Modules of the web have no side effects, except main.ts. With this setting the bundler resolves imports through
        // a folder's index.ts: a chunk gets only the exports that it uses.
        moduleSideEffects: [{ test: /\/web\/src\/(?!app\/main\.ts$).*\.tsx?$/, sideEffects: false }],
      },
      output: {
        // Each file on demand adds its name to the start: 36 to 42 bits tell the versions of one file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          // The code that every visit needs is two files instead of fifty, which also compress better.
          includeDependenciesRecursively: true,
          groups: [
            // With what the timeline shares with many screens: they do not load the timeline for it.
            {
              name: 'start',
              test: /app\/main\.ts$|ui\/(skeleton|screen-size|select|tabs|loading|load-failed)\.tsx?$|http\/null-if-absent\.ts$|i18n\/dates\.ts$|push\/(library|use-library-push)\.ts$|ui\/focus-history\.ts$|contract\/photo-selection\.ts$|icons\/(check|chevron-left|plus|trash)\.\w+$|modern\/infiniteQueryOptions\.js$/,
              priority: 2,
            },
            { name: 'timeline', test: /app\/pages\/timeline\/photo-timeline\.tsx$/, priority: 1 },
            {
              name: 'assortment',
              test: /merchandise\/use-assortment\.ts$|links\/use-shop-link\.ts$/,
              priority: 1,
            },
            // What overview, orders and order share: each file on demand adds its name to the start.
            {
              name: 'orders',
              test: /domains\/orders\/(cached-orders|order-queries|order-status|use-order-changes)\.ts$|contract\/order-group\.ts$/,
            },
            // Icons of several files on demand that no first page shows: one file instead of thirty.
            {
              name: 'icons',
              test: /icons\/(archive|ban|camera|cloud-upload|copy-check|ellipsis|eye-off|file-archive|fingerprint-pattern|folder-open|image-plus|key-round|layers|map-pin|minus|monitor|rotate-ccw|send|shield-check|smartphone|star|text|ticket-percent|type|undo-2|upload|webhook)\.\w+$/,
            },
            // On demand, and named by the start only once.
            { name: 'http-lists', test: /platform\/http\/(chunks|read-pages)\.ts$/ },
            // Settings have both; apart they are 162.0 KB.
            {
              name: 'email-changes',
              test: /contract\/email-changes\.ts$|settings\/email\/email-change-query\.ts$/,
            },
            { name: 'text-field', test: /ui\/form\/(text-field|form-actions)\.tsx$/ },
            { name: 'account-page', test: /app\/pages\/account-page\.tsx$|ui\/(page|section)-heading\.tsx$/ },
          ],
        },
      },
    },
  },
}))
