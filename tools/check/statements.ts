import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import type { Violation } from './violation.ts'

/** A page that binds the statements of a document to tests. The document is not in the repository: its headings are listed. */
export interface StatementPage {
  file: string
  headings: readonly string[]
}

const DEVIATIONS = 'docs/deviations.md'
const ID = /\b(?:PL|AA|OP)-\d+\b/g

/** Reports what a page of statements claims and the tests do not show (decision 0158). */
export function checkStatements(root: string, { file, headings }: StatementPage): Violation[] {
  const path = join(root, file)
  if (!existsSync(path)) return [{ rule: 'statements', file, message: 'the page is missing' }]
  const page = readPage(readFileSync(path, 'utf8'))
  const context = { deviations: readDeviationIds(root), readTests: createTestReader(root) }
  const report = (message: string, line?: number): Violation => ({ rule: 'statements', file, line, message })
  return [
    ...headings
      .filter(heading => !page.rows.some(row => row.heading === heading))
      .map(heading => report(`the heading '${heading}' has no statements`)),
    ...page.rows.flatMap(row => {
      const problems = headings.includes(row.heading)
        ? []
        : [`'${row.heading}' is no heading of the document`]
      return [...problems, ...findProblems(row, context)].map(problem => report(problem, row.line))
    }),
    ...findRepeated(page.rows).map(row => report('this statement is listed twice', row.line)),
    ...compareCounts(page).map(problem => report(problem)),
  ]
}

interface Row {
  heading: string
  line: number
  statement: string
  ids: string
  seen: string
  test: string
}

interface Page {
  firstParagraph: string
  rows: Row[]
}

interface Context {
  deviations: ReadonlySet<string>
  readTests: ReturnType<typeof createTestReader>
}

function readPage(text: string): Page {
  const rows: Row[] = []
  let heading = ''
  for (const [index, line] of text.split('\n').entries()) {
    heading = /^#{2,3} (.+)$/.exec(line)?.[1] ?? heading
    if (!line.startsWith('|') || /^\|(?: statement \||-)/.test(line)) continue
    const cells = line.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
    const [, statement = '', ids = '', seen = '', test = ''] = cells
    rows.push({ heading, line: index + 1, statement, ids, seen, test })
  }
  return { firstParagraph: /^# .+\n+((?:.+\n)+)/.exec(text)?.[1] ?? '', rows }
}

const isDeviation = ({ test }: Row) => test.startsWith('deviation ')

function findProblems(row: Row, { deviations, readTests }: Context): string[] {
  const { statement, ids, seen, test } = row
  if (!statement) return ['a row without a statement']
  if (!ids.match(ID)) return ['names no row of the checklist']
  if (isDeviation(row)) {
    const id = test.replace('deviation ', '')
    return deviations.has(id) ? [] : [`${DEVIATIONS} has no row ${id}`]
  }
  const [, path, title] = /^`([^`]+)` · (.+)$/.exec(test) ?? []
  if (!path || !title) return ['a statement without a test and without a deviation']
  const literals = [...seen.matchAll(/`([^`]+)`/g)].map(([, literal]) => literal!)
  if (literals.length === 0) return ['says of no literal that the test asserts it']
  const tests = readTests(path)
  if (!tests) return [`there is no test file ${path}`]
  const codes = tests.find(title)
  if (codes.length === 0) return [`no test of ${path} begins with '${title}'`]
  if (codes.length > 1 && !tests.isWhole(title)) return [`several tests of ${path} begin with '${title}'`]
  return literals
    .filter(literal => ![...codes, tests.shared].some(code => hasLiteral(code, literal)))
    .map(literal => `the test does not name '${literal}'`)
}

/** Whether the code contains the literal, not as part of a longer word or number. */
function hasLiteral(code: string, literal: string): boolean {
  const start = /^\w/.test(literal) ? '(?<!\\w)' : ''
  const end = /\w$/.test(literal) ? '(?!\\w)' : ''
  return new RegExp(start + RegExp.escape(literal) + end).test(code)
}

function findRepeated(rows: readonly Row[]): Row[] {
  const keys = rows.map(({ heading, statement }) => `${heading}\n${statement}`)
  return rows.filter((_, index) => keys.indexOf(keys[index]!) < index)
}

/** Compares the tables with the first paragraph: '300 statements: 290 bound to a test, 10 deviations.' */
function compareCounts({ firstParagraph, rows }: Page): string[] {
  const deviations = rows.filter(isDeviation).length
  const counts = { statements: rows.length, 'bound to a test': rows.length - deviations, deviations }
  return Object.entries(counts).flatMap(([name, count]) => {
    const stated = new RegExp(`(\\d+) ${name}`).exec(firstParagraph)?.[1]
    return Number(stated) === count
      ? []
      : [`the first paragraph says ${stated ?? 'nothing of'} ${name}, not ${count}`]
  })
}

function readDeviationIds(root: string): Set<string> {
  const path = join(root, DEVIATIONS)
  if (!existsSync(path)) return new Set()
  const firstCells = readFileSync(path, 'utf8').matchAll(/^\|([^|]+)\|/gm)
  return new Set([...firstCells].flatMap(([, cell]) => cell!.match(ID) ?? []))
}

/** The tests of a file by their titles as they stand in the source, and its code outside of tests. */
interface TestFile {
  /** Code of the tests with this title, else of those that begin with it: without title and comments. */
  find: (title: string) => string[]
  isWhole: (title: string) => boolean
  /** Code of helpers and tables. */
  shared: string
}

function createTestReader(root: string): (path: string) => TestFile | undefined {
  const files = new Map<string, TestFile | undefined>()
  return path => {
    if (!files.has(path)) {
      const found = /\.(test|spec)\.tsx?$/.test(path) && existsSync(join(root, path))
      files.set(path, found ? readTestFile(path, readFileSync(join(root, path), 'utf8')) : undefined)
    }
    return files.get(path)
  }
}

function readTestFile(path: string, text: string): TestFile {
  const { program, comments } = parseSync(path, text)
  const tests: { title: string; start: number; end: number }[] = []
  const hidden: { start: number; end: number }[] = [...comments]
  new Visitor({
    CallExpression: ({ callee, arguments: [title], start, end }) => {
      if (title?.type !== 'Literal' && title?.type !== 'TemplateLiteral') return
      const name = getFunctionName(callee)
      if (!name || !/^(describe|it|test|\w+Test)$/.test(name)) return
      hidden.push(title)
      if (name !== 'describe') tests.push({ title: text.slice(title.start + 1, title.end - 1), start, end })
    },
  }).visit(program)
  const code = blank(text, hidden)
  const byTitle = (isMeant: (title: string) => boolean) =>
    tests.filter(({ title }) => isMeant(title)).map(({ start, end }) => code.slice(start, end))
  const isWhole = (title: string) => tests.some(each => each.title === title)
  return {
    find: title => byTitle(each => (isWhole(title) ? each === title : each.startsWith(title))),
    isWhole,
    shared: blank(code, tests),
  }
}

/** The function of `test('…')`, `test.each(…)('…')`, `describe.runIf(…)('…')`; steps and hooks of a test are none. */
function getFunctionName(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'CallExpression') return getFunctionName(callee.callee)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
  const { name } = callee.property
  if (name === 'describe') return name
  return /^(each|for|runIf|skipIf|concurrent|sequential)$/.test(name)
    ? getFunctionName(callee.object)
    : undefined
}

/** Replaces spans by spaces, so that the offsets of the rest stay. */
function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  let result = text
  for (const { start, end } of spans)
    result = result.slice(0, start) + ' '.repeat(end - start) + result.slice(end)
  return result
}
