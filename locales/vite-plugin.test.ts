import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { LOCALES } from '#contract/brands.ts'
import { compileLocale } from './compile.ts'
import { localesPlugin } from './vite-plugin.ts'

const root = mkdtempSync(join(import.meta.dirname, '../node_modules/.locales-test-'))
afterAll(() => rmSync(root, { recursive: true }))

test('AA-028 the build has every locale’s catalogue, parsed, and no ICU parser', async () => {
  writeFileSync(
    join(root, 'index.js'),
    "import { IntlMessageFormat } from 'intl-messageformat'\nwindow.start = IntlMessageFormat\n",
  )
  const answer = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [localesPlugin()],
    build: { write: false, minify: false, rollupOptions: { input: join(root, 'index.js') } },
  })
  if (!('output' in answer)) throw new Error('expected one build')
  const assets = new Map(answer.output.map(file => [file.fileName, file]))
  for (const locale of LOCALES) {
    const asset = assets.get(`locales/${locale}.json`)
    if (asset?.type !== 'asset') throw new Error(`no catalogue for ${locale}`)
    expect(JSON.parse(String(asset.source))).toEqual(compileLocale(locale))
  }
  const code = answer.output.map(file => (file.type === 'chunk' ? file.code : '')).join('')
  expect(code).toContain('formatToParts')
  // A message of the parser's error table.
  expect(code).not.toContain('EXPECT_ARGUMENT_CLOSING_BRACE')
})
