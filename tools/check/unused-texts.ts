import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createViolation, isTest, type SourceFile, type Violation } from './source-tree.ts'

const CATALOGUE = 'locales/en-GB.json'
/** What shows texts: screens, mails, pages and files. Tests of the catalogues show none. */
const PRODUCT = /^(brands|contract|html|locales|server|web)\//

/**
 * Reports texts of the catalogue that no file of the product names, as a whole or by a template such as
 * `upload.status.${state}`. The value of a template has to be a literal or a key somewhere in the product: a text for a
 * state that does not exist any more is reported, too.
 */
export function checkUnusedTexts(root: string, files: readonly SourceFile[]): Violation[] {
  const catalogue = readFileSync(join(root, CATALOGUE), 'utf8')
  const texts = files.filter(file => PRODUCT.test(file.path) && !isTest(file.path)).map(({ text }) => text)
  const find = (pattern: RegExp) =>
    texts.flatMap(text => [...text.matchAll(pattern)].map(match => match[1] ?? match[2] ?? match[3]!))
  const namedKeys = new Set(find(KEY))
  const values = new Set(find(VALUE))
  const keyPatterns = find(TEMPLATE).map(toKeyPattern)
  const isNamed = (key: string) =>
    namedKeys.has(key) ||
    keyPatterns.some(pattern => pattern.exec(key)?.every((value, index) => index === 0 || values.has(value)))
  return Object.keys(JSON.parse(catalogue) as object)
    .filter(key => !isNamed(key))
    .map(key => {
      const message = `No file names the text '${key}'. Remove it from all catalogues`
      return createViolation({ path: CATALOGUE, text: catalogue }, catalogue.indexOf(`"${key}"`), message)
    })
}

const KEY = /['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g
/** A literal, the name of a property, or a number. */
const VALUE = /['"`]([\w.-]+)['"`]|\b([\w-]+)\??:|\b(\d+)\b/g
/** A template that begins with the first part of a key. */
const TEMPLATE = /`([\w-]+\.(?:[\w.-]|\$\{[^`{}]*\})*)`/g

/** Returns the keys that a template can be: each of its values is a part of a key, several of them, or a piece of one. */
function toKeyPattern(template: string): RegExp {
  const parts = template.split(/\$\{[^{}]*\}/).map(part => part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('([\\w.-]+)')}$`)
}
