import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTexts, isTest, type SourceFile, type Violation } from './source-tree.ts'

/** Lists the reasons of all statements across accounts, each as the first cell of a row below this heading. */
const LIST = 'docs/distribution.md'
const HEADING = '## Statements across accounts'

/**
 * docs/distribution.md lists the reasons of all statements across accounts, and no others. That a statement on distributed
 * tables names an account, or says with `acrossAccounts` why it names none, is checked when tests execute it
 * (server/src/testing/distribution).
 */
export function checkDistribution(root: string, files: readonly SourceFile[]): Violation[] {
  const listed = readListedReasons(root)
  const used = new Set<string>()
  const product = files.filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
  const violations = findTexts(product, MARK, mark => {
    const reason = /'(.*)'/.exec(mark)?.[1]
    if (reason === undefined) return 'the reason of acrossAccounts is a literal'
    used.add(reason)
    return listed.includes(reason) ? null : `${LIST} does not list '${reason}'`
  })
  const unused = listed.filter(reason => !used.has(reason))
  return [
    ...violations,
    ...unused.map(reason => ({ file: LIST, message: `no statement has the reason '${reason}'` })),
  ]
}

/** A call, with its reason if that is a literal. */
const MARK = /\bacrossAccounts\((\s*'[^'\n]*')?/g

function readListedReasons(root: string): string[] {
  const path = join(root, LIST)
  const [, list = ''] = existsSync(path) ? readFileSync(path, 'utf8').split(`${HEADING}\n`) : []
  const rows = list.split(/\n## /)[0]!.matchAll(/^\| (?!reason |-)([^|]+) \|/gm)
  return [...rows].map(row => row[1]!)
}
