import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { brand, configJson, redirects, vendorTheme } from '#contract/brands.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { readSourceTree } from './source-tree.ts'
import { listUnreadFields } from './unread-fields.ts'

const files = readSourceTree(fileURLToPath(new URL('../..', import.meta.url))).filter(({ path }) =>
  /^(brands|contract\/input|html|server\/src|web\/src)\//.test(path),
)

/** Types and values that carry the configuration. */
const CARRIERS =
  /\b(Brand|HostBrand|HostMenu|ConfigJson|PrintSize|VendorTheme|ThirdParties|brand|brands|hostRedirects|useConfig)\b/

/** Fields that are written and not read, with the reason. */
const EXCEPTIONS: Record<string, string> = {}

test.each([
  ['a brand’s file', brand],
  ['a vendor’s theme', vendorTheme],
  ['the redirects', redirects],
  ['/config.json', configJson],
])('RV-845 every field of %s is read by the product', (_, schema) => {
  const unread = listUnreadFields(schema, files, CARRIERS)
  expect(unread.filter(path => !(path.replace('brand.', '') in EXCEPTIONS))).toEqual([])
})

test('RV-845 every setting of a process is read', () => {
  const settings = z.object(Object.fromEntries(Object.keys(readConfig({})).map(name => [name, z.unknown()])))
  const readers = files.filter(({ path }) => path !== 'server/src/platform/config/config.ts')
  expect(listUnreadFields(settings, readers, /\b(Config|config)\b/)).toEqual([])
})

test('RV-845 an exception is one only while nothing reads the field', () => {
  expect(Object.keys(EXCEPTIONS)).toEqual(listUnreadFields(brand, files, CARRIERS))
})

test('RV-845 a field that nothing reads is found', () => {
  const schema = z.object({
    host: z.string(),
    unread: z.object({ host: z.string(), nested: z.array(z.object({ alsoUnread: z.string() })).optional() }),
  })
  expect(listUnreadFields(schema, files, CARRIERS)).toEqual([
    'unread',
    'unread.nested',
    'unread.nested.alsoUnread',
  ])
})
