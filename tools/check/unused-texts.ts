import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, type SourceFile } from './source-tree.ts'
import type { Violation } from './violation.ts'

const CATALOGUE = 'locales/en-GB.json'

/**
 * Reports texts of the catalogue that no source file names, as a whole or by a template such as
 * `upload.status.${state}`. Tests do not count, except those of the catalogues, which name wordings that the
 * specification demands.
 */
export function checkUnusedTexts(root: string, files: readonly SourceFile[]): Violation[] {
  const path = join(root, CATALOGUE)
  if (!existsSync(path)) return []
  const catalogue = readFileSync(path, 'utf8')
  const sourceFiles = files.filter(file => !isTest(file.path) || file.path.startsWith('locales/'))
  const namedKeys = new Set(
    sourceFiles.flatMap(({ text }) => [...text.matchAll(KEY)].map(([, , key]) => key)),
  )
  const keyPatterns = sourceFiles.flatMap(({ text }) =>
    [...text.matchAll(TEMPLATE)].map(([, parts]) => toKeyPattern(parts!)),
  )
  return Object.keys(JSON.parse(catalogue) as object)
    .filter(key => !namedKeys.has(key) && !keyPatterns.some(keys => keys.test(key)))
    .map(key => ({
      rule: 'unused-texts',
      file: CATALOGUE,
      line: catalogue.slice(0, catalogue.indexOf(`"${key}"`)).split('\n').length,
      message: `No file names the text '${key}'. Remove it from all catalogues`,
    }))
}

const KEY = /(['"`])([\w-]+(?:\.[\w-]+)+)\1/g
/** A template that begins with the first part of a key. */
const TEMPLATE = /`([\w-]+\.(?:[\w.-]|\$\{[^`{}]*\})*)`/g

/** Returns the keys that a template can be: each of its values is one part of a key, or a piece of one. */
function toKeyPattern(template: string): RegExp {
  const parts = template.split(/\$\{[^{}]*\}/).map(part => part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('[\\w-]+')}$`)
}
