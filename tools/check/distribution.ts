import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor } from 'oxc-parser'
import { isTest, type SourceFile } from './source-tree.ts'
import { createViolation, type Violation } from './violation.ts'

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
  const violations: Violation[] = []
  for (const file of files.filter(({ path }) => path.startsWith('server/src/') && !isTest(path)))
    for (const { start, reason } of findMarks(file)) {
      used.add(reason ?? '')
      if (reason !== null && listed.includes(reason)) continue
      const message =
        reason === null ? 'the reason of acrossAccounts is a literal' : `${LIST} does not list '${reason}'`
      violations.push(createViolation(file, start, message))
    }
  for (const reason of listed.filter(each => !used.has(each)))
    violations.push({ file: LIST, message: `no statement has the reason '${reason}'` })
  return violations
}

/** The reasons of a file's calls; null for one that is not a literal. */
function findMarks(file: SourceFile): { start: number; reason: string | null }[] {
  if (!file.text.includes('acrossAccounts(')) return []
  const marks: { start: number; reason: string | null }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'acrossAccounts') return
      const reason = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null
      marks.push({ start, reason })
    },
  }).visit(file.parsed.program)
  return marks
}

function readListedReasons(root: string): string[] {
  const path = join(root, LIST)
  const [, list = ''] = existsSync(path) ? readFileSync(path, 'utf8').split(`${HEADING}\n`) : []
  const rows = list
    .split(/\n## /)[0]!
    .split('\n')
    .filter(line => line.startsWith('| '))
  return rows.map(row => row.split('|')[1]!.trim()).filter(cell => cell !== 'reason' && !/^-+$/.test(cell))
}
