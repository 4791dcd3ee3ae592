import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the rows of the tables of requirements: ids of the first cell, sentence of the second. */
export function listRequirements(page: string): { ids: string[]; sentence: string }[] {
  return page
    .split('\n')
    .filter(line => /^\| (?:[A-Z]{2}-\d|P\d)/.test(line))
    .map(line => line.split(' | '))
    .map(([ids, sentence]) => ({ ids: findIds(ids!), sentence: sentence!.replace(/ \|$/, '') }))
}

/**
 * Lists the titles of tests that name rows. The title of a group counts for the tests in it, so it is listed as a
 * statement of its own.
 */
export function listStatements(root: string): { ids: string[]; title: string; file: string }[] {
  const files = globSync(
    '{contract,brands,html,locales,server,web,sandbox,proof,tools}/**/*.{test,spec}.{ts,tsx}',
    { cwd: root },
  )
  return files.sort().flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(TITLE)].map(([, , title]) => ({ ids: findIds(title!), title: title!, file }))
  })
}

/** A text of a test file that begins with a row: the title of a test, of a group, or of a case of a table. */
const TITLE = /(['"`])((?:(?:PL|AA|OP|RV|NX)-\d{2,4}|P\d{1,2})\b(?:(?!\1)[^\\\n]|\\.)*)\1/g

function findIds(text: string): string[] {
  return text.match(/\b(?:(?:PL|AA|OP|RV|NX)-\d{2,4}|P\d{1,2})\b/g) ?? []
}

/**
 * Prints the rows of docs/requirements.md, each with the titles of the tests that name it: what the tests state about it.
 *   node tools/requirements.ts [ROW …]
 */
if (import.meta.main) {
  const wanted = new Set(process.argv.slice(2))
  const root = join(import.meta.dirname, '..')
  const statements = listStatements(root)
  const page = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
  for (const { ids, sentence } of listRequirements(page)) {
    if (wanted.size > 0 && !ids.some(id => wanted.has(id))) continue
    console.log(`\n${ids.join(', ')}  ${sentence}`)
    for (const { file, title } of statements.filter(each => ids.some(id => each.ids.includes(id))))
      console.log(`  ${title}\n    ${file}`)
  }
}
