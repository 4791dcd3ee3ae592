import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the rows of the tables of requirements: ids of the first cell, sentence of the second, how far it holds of the third. */
export function listRequirements(page: string): { ids: string[]; sentence: string; exceptions: string }[] {
  return listRows(page).map(([ids, sentence, exceptions = '']) => ({
    ids: findIds(ids!),
    sentence: sentence!,
    exceptions,
  }))
}

/** Reads how far the sentences of the deviations hold, by their rows. */
export const listDeviations = (page: string): Map<string, string> =>
  new Map(listRows(page).map(([id, , , holds]) => [id!, holds!]))

/** Describes how far the sentence of these rows holds: 'except PL-018', 'deviates AA-016'; empty where it holds. */
export function describeExceptions(ids: readonly string[], deviations: ReadonlyMap<string, string>): string {
  return ['except', 'deviates']
    .map(state => [state, ids.filter(id => deviations.get(id) === state).join(', ')])
    .flatMap(([state, found]) => (found ? [`${state} ${found}`] : []))
    .join('; ')
}

/** The cells of the rows that begin with an id. */
const listRows = (page: string): string[][] =>
  page
    .split('\n')
    .filter(line => /^\| (?:[A-Z]{2}-\d|P\d)/.test(line))
    .map(line => line.replace(/^\| | \|$/g, '').split(' | '))

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
  const requirements = listRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
  for (const { ids, sentence, exceptions } of requirements) {
    if (wanted.size > 0 && !ids.some(id => wanted.has(id))) continue
    console.log(`\n${ids.join(', ')}  ${sentence}  [${exceptions || 'holds'}]`)
    for (const { file, title } of statements.filter(each => ids.some(id => each.ids.includes(id))))
      console.log(`  ${title}\n    ${file}`)
  }
  const deviating = requirements.filter(({ exceptions }) => exceptions.includes('deviates')).length
  const excepting = requirements.filter(({ exceptions }) => exceptions !== '').length - deviating
  const holding = requirements.length - excepting - deviating
  console.log(`\n${holding} hold, ${excepting} hold except for a deviation, ${deviating} deviate`)
}
