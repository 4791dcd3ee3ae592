import type { Plugin } from 'vite'
import { LOCALES } from '#contract/brands.ts'
import { compileLocale } from './compile.ts'

/**
 * Serves and builds `/locales/{locale}.json` as parsed messages and excludes the ICU parser from the browser's
 * code. Texts of the browser must therefore come from these files.
 */
export function localesPlugin(): Plugin {
  return {
    name: 'keepsake-locales',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    configureServer(server) {
      server.middlewares.use('/locales', (request, response, next) => {
        const locale = LOCALES.find(l => request.url?.split('?')[0] === `/${l}.json`)
        if (!locale) return next()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(compileLocale(locale)))
      })
    },
    generateBundle() {
      for (const locale of LOCALES) {
        this.emitFile({
          type: 'asset',
          fileName: `locales/${locale}.json`,
          source: JSON.stringify(compileLocale(locale)),
        })
      }
    },
  }
}
