import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Statement, Visitor } from 'oxc-parser'
import { getLine, isTest, type SourceFile } from './source-tree.ts'
import { listDistributedTables } from './table-owners.ts'
import { findTableUses } from './table-uses.ts'
import type { Violation } from './violation.ts'

/** Lists the reasons of all statements across accounts, each as the first cell of a row below this heading. */
const LIST = 'docs/distribution.md'
const HEADING = '## Statements across accounts'

/**
 * Statements on distributed tables name an account, or say with `acrossAccounts` why they name none; docs/distribution.md
 * lists those reasons. A quick look at the source text: the tests parse the statements that they execute.
 */
export function checkDistribution(root: string, files: readonly SourceFile[]): Violation[] {
  const tables = listDistributedTables(files)
  const stores = files.filter(
    ({ path }) => /^server\/src\/domains\/.+\/store(\.ts|\/.+\.ts)$/.test(path) && !isTest(path),
  )
  const marks = files.filter(({ path }) => path.startsWith('server/src/') && !isTest(path)).flatMap(findMarks)
  return [...stores.flatMap(file => findUnnamedAccounts(file, tables)), ...listViolations(root, marks)]
}

/**
 * Finds declarations that execute a statement on a distributed table and mention neither an account nor
 * `acrossAccounts`.
 */
function findUnnamedAccounts(file: SourceFile, distributed: ReadonlySet<string>): Violation[] {
  const marks = [...file.text.matchAll(/\bconst (\w+) = acrossAccounts\(/g)].map(match => match[1]!)
  const isNamed = new RegExp(`account_?ids?|\\b(${['acrossAccounts', ...marks].join('|')})\\b`, 'i')
  const uses = findTableUses(file).filter(({ table }) => table !== null && distributed.has(table))
  return uses.flatMap(({ table, line }) => {
    const text = findDeclaration(file, line)
    // An inserted row has the account by its type.
    if (!text.includes('.execute') || text.includes('insertInto(') || isNamed.test(text)) return []
    const message = `a statement on the distributed table ${table} names no account and is not marked with acrossAccounts`
    return [{ rule: 'distribution', file: file.path, line, message }]
  })
}

function findDeclaration(file: SourceFile, line: number): string {
  const contains = ({ start, end }: Statement) => getLine(file, start) <= line && line <= getLine(file, end)
  const statement = file.parsed.program.body.find(each => contains(each as Statement))
  return statement ? file.text.slice(statement.start, statement.end) : ''
}

interface Mark {
  file: string
  line: number
  /** Null when it is not a literal. */
  reason: string | null
}

function findMarks(file: SourceFile): Mark[] {
  if (!file.text.includes('acrossAccounts(')) return []
  const marks: Mark[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'acrossAccounts') return
      const reason = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null
      marks.push({ file: file.path, line: getLine(file, start), reason })
    },
  }).visit(file.parsed.program)
  return marks
}

function listViolations(root: string, marks: readonly Mark[]): Violation[] {
  const listed = readListedReasons(root)
  const used = new Set(marks.map(mark => mark.reason))
  return [
    ...marks.flatMap(({ file, line, reason }) => {
      if (reason !== null && listed.includes(reason)) return []
      const message =
        reason === null ? 'the reason of acrossAccounts is a literal' : `${LIST} does not list '${reason}'`
      return [{ rule: 'distribution' as const, file, line, message }]
    }),
    ...listed
      .filter(reason => !used.has(reason))
      .map(reason => ({
        rule: 'distribution' as const,
        file: LIST,
        message: `no statement has the reason '${reason}'`,
      })),
  ]
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
