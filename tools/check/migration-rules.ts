import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallExpression, type Expression, Visitor } from 'oxc-parser'
import { getLine, type SourceFile } from './source-tree.ts'
import type { Violation } from './violation.ts'

/** Migrations before this number were written when none ran beside an older release. */
const FIRST_CHECKED = 40

/**
 * Finds migrations that would disturb the previous release, which serves customers while they run (docs/decisions/0104):
 * they must not break what that release uses, nor lock a table for long. Two exports allow more: `contractOf`, the
 * migration or release since which no code uses what is removed; `fewRows`, the reason why only few rows are changed.
 */
export function checkMigrationRules(root: string, files: readonly SourceFile[]): Violation[] {
  const migrations = files.flatMap(file => {
    const name = /^server\/src\/migrations\/(\d{4}-[a-z0-9-]+)\.ts$/.exec(file.path)?.[1]
    return name ? [{ file, name }] : []
  })
  const names = migrations.map(({ name }) => name)
  const { version = '0.0.0' } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return migrations
    .filter(({ name }) => Number(name.slice(0, 4)) >= FIRST_CHECKED)
    .flatMap(({ file, name }) => findViolations(file, findContractProblem(file, { name, names, version })))
}

interface Contract {
  /** Whether the migration may take away. */
  isContract: boolean
  problem?: string
}

function findContractProblem(
  file: SourceFile,
  { name, names, version }: { name: string; names: readonly string[]; version: string },
): Contract {
  const since = getExportedConstant(file, 'contractOf')
  if (since === undefined) return { isContract: false }
  if (/^\d+\.\d+\.\d+$/.test(String(since)))
    return compareVersions(String(since), version) < 0
      ? { isContract: true }
      : { isContract: true, problem: `contractOf names the release ${since}, which is not before ${version}` }
  const isEarlier = names.includes(String(since)) && String(since) < name
  return isEarlier
    ? { isContract: true }
    : { isContract: true, problem: 'contractOf names an earlier migration or release, as a literal' }
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)]
  return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!
}

function findViolations(file: SourceFile, { isContract, problem }: Contract): Violation[] {
  const violations: Violation[] = []
  const report = (message: string, start = 0) => {
    const line = getLine(file, start)
    if (!violations.some(each => each.line === line && each.message === message))
      violations.push({ rule: 'migration-rules', file: file.path, line, message })
  }
  if (problem) report(problem)
  const isTransactional = getExportedConstant(file, 'isTransactional') !== false
  const fewRows = getExportedConstant(file, 'fewRows')
  const changesFewRows = typeof fewRows === 'string' && fewRows !== ''
  const texts = findSqlTexts(file)
  const createdTables = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(CREATED_TABLE)].map(match => unquote(match[1]!))),
  )
  const builderCreated = findBuilderCalls(file).filter(({ method }) => method === 'createTable')
  for (const { table } of builderCreated) if (table) createdTables.add(table)

  for (const { text, start, isBuilt } of texts)
    for (const statement of text.replace(FUNCTION_BODY, ' ').split(';'))
      for (const message of findStatementProblems(statement, {
        created: createdTables,
        isContract,
        isTransactional,
        changesFewRows,
        isBuilt,
      }))
        report(message, start)
  for (const { method, start } of findBuilderCalls(file)) {
    const message = BUILDER_PROBLEMS[method]
    if (message) report(message, start)
  }
  if (isTransactional && texts.some(({ text }) => /\bnot\s+valid\b/i.test(text)))
    for (const { text, start } of texts)
      if (/\bvalidate\s+constraint\b/i.test(text))
        report(
          'validates in the transaction that adds the constraint, whose lock lasts until its end: use two migrations',
          start,
        )
  return violations
}

const FUNCTION_BODY = /\$\w*\$.*?\$\w*\$/gs

interface MigrationContext {
  created: ReadonlySet<string>
  isContract: boolean
  isTransactional: boolean
  changesFewRows: boolean
  isBuilt: boolean
}

const CREATED_TABLE = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w."]+)/gi
const NAME = '(?:if\\s+(?:not\\s+)?exists\\s+)?(?:only\\s+)?([\\w."?]+)'

function findStatementProblems(statement: string, context: MigrationContext): string[] {
  const text = statement.replace(/--[^\n]*|\/\*.*?\*\//gs, ' ').replace(/\s+/g, ' ')
  const found: string[] = []
  const isNew = (table: string | undefined) => table !== undefined && context.created.has(unquote(table))
  if (/^ ?do /i.test(text)) found.push('runs a block, which these rules cannot read: write its statements')
  const index =
    /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?[\w.]+ on (?:only )?([\w."?]+)/i.exec(text)
  if (index?.[1] && context.isTransactional)
    found.push('builds an index concurrently without `export const isTransactional = false`')
  if (index?.[1] && !context.isBuilt)
    found.push('builds an index concurrently without buildIndex, which repeats a build that was killed')
  if (index && !index[1] && !isNew(index[2]))
    found.push('creates an index of a table in use and blocks its writers: create index concurrently')
  if (/\bdrop index (?!concurrently if exists )/i.test(text))
    found.push('drops an index: drop index concurrently if exists')
  else if (/\bdrop index /i.test(text) && context.isTransactional)
    found.push('drops an index concurrently without `export const isTransactional = false`')
  if (/\breindex (?!.*concurrently)/i.test(text)) found.push('reindexes without concurrently')
  const droppedTable = new RegExp(`\\bdrop table ${NAME}`, 'i').exec(text)
  if (droppedTable && !isNew(droppedTable[1]) && !context.isContract)
    found.push(formatRemovalProblem('drops a table'))
  if (/\block table |\btruncate |\bvacuum full\b|\bcluster \w/i.test(text)) found.push('locks a whole table')
  const writeStatement = /^\s*(?:update (?:only )?([\w."]+)|delete from (?:only )?([\w."]+))/i.exec(text)
  const target = writeStatement?.[1] ?? writeStatement?.[2]
  if (target && !isNew(target) && !context.changesFewRows)
    found.push(
      'changes rows of a table in use in one transaction: do it in a job, in batches, or export fewRows, the reason why they are few',
    )
  const alteration = new RegExp(`\\balter table ${NAME} (.*)`, 'i').exec(text)
  if (alteration && !isNew(alteration[1])) found.push(...findAlterationProblems(alteration[2]!, context))
  return found
}

function findAlterationProblems(action: string, { isContract }: MigrationContext): string[] {
  const found: string[] = []
  if (/\brename (?!constraint\b)/i.test(action))
    found.push('renames a table or column: an older and a newer release cannot both find it')
  if (/\balter (?:column )?\w+ (?:set data )?type\b/i.test(action))
    found.push('changes the type of a column: add another column')
  if (
    /\bdrop (?:column )?(?!column\b|constraint\b|not null\b|default\b|expression\b|identity\b)\w+/i.test(
      removeColumnDrops(action),
    ) &&
    !isContract
  )
    found.push(formatRemovalProblem('drops a column'))
  if (/\bset not null\b/i.test(action) && !isContract)
    found.push(formatRemovalProblem('refuses rows without a value'))
  if (/\bdrop default\b/i.test(action) && !isContract) found.push(formatRemovalProblem('drops a default'))
  for (const [, column] of splitActions(action).map(
    each =>
      /^ ?add (?:column )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)(.*)$/i.exec(each) ??
      [],
  )) {
    if (column === undefined) continue
    if (/\bnot null\b/i.test(column) && !/\bdefault\b/i.test(column))
      found.push('adds a column that is not null without a default: older releases do not fill it')
    if (/\bdefault (?!now ?\(|current_)[\w.]+ ?\(|\b(?:big|small)?serial\b|\bgenerated\b/i.test(column))
      found.push('adds a column whose value differs by row: the table is written anew')
    if (/\bunique\b|\bprimary key\b|\breferences\b/i.test(column))
      found.push(
        'adds a column with a constraint that reads the table: add it apart, not valid or using an index',
      )
  }
  for (const each of splitActions(action)) {
    if (/\badd (?:constraint \w+ )?(?:check|foreign key)\b/i.test(each) && !/\bnot valid\b/i.test(each))
      found.push('adds a constraint that reads the whole table: not valid, and validate it later')
    if (/\badd (?:constraint \w+ )?(?:unique|primary key)\b/i.test(each) && !/\busing index\b/i.test(each))
      found.push('builds an index for a constraint: build it concurrently and add the constraint using index')
    if (/\badd (?:constraint \w+ )?exclude\b/i.test(each)) found.push('builds an index for a constraint')
  }
  if (/\bset (?:un)?logged\b|\bset tablespace\b/i.test(action)) found.push('writes the table anew')
  return found
}

/** `alter column a drop default` drops no column. */
const removeColumnDrops = (action: string) =>
  action.replace(/\balter (?:column )?\w+ drop \w+(?: \w+)?/gi, ' ')

/** Splits the actions of an `alter table`, separated by commas outside parentheses. */
function splitActions(action: string): string[] {
  const actions = ['']
  let depth = 0
  for (const char of action) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (char === ',' && depth === 0) actions.push('')
    else actions.push(actions.pop()! + char)
  }
  return actions.map(each => ` ${each.trim()}`)
}

const formatRemovalProblem = (what: string) =>
  `${what} that the release before may use: export contractOf, the migration or release since which no code does`

const unquote = (name: string) => name.replaceAll('"', '').replace(/^public\./, '')

/** Calls of Kysely's schema builder that need SQL text instead, in which the rules can be checked. */
const BUILDER_PROBLEMS: Record<string, string> = Object.fromEntries(
  ['alterTable', 'createIndex', 'dropIndex', 'dropTable'].map(method => [
    method,
    `uses ${method} of the schema builder: write SQL, which these rules read`,
  ]),
)

function findBuilderCalls(file: SourceFile): { method: string; table: string | null; start: number }[] {
  const found: { method: string; table: string | null; start: number }[] = []
  new Visitor({
    CallExpression(call) {
      const { callee } = call
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
        return
      const [first] = call.arguments
      const table = first?.type === 'Literal' && typeof first.value === 'string' ? unquote(first.value) : null
      found.push({ method: callee.property.name, table, start: callee.property.start })
    },
  }).visit(file.parsed.program)
  return found
}

/** Finds texts of a file that may be SQL; `isBuilt`: an argument of buildIndex. Values in a template are `?`. */
function findSqlTexts(file: SourceFile): { text: string; start: number; isBuilt: boolean }[] {
  const buildIndexArguments = new Set<number>()
  const found: { text: string; start: number; isBuilt: boolean }[] = []
  const add = (text: string, start: number) => found.push({ text, start, isBuilt: false })
  new Visitor({
    CallExpression(call: CallExpression) {
      if (call.callee.type !== 'Identifier' || call.callee.name !== 'buildIndex') return
      for (const argument of call.arguments) buildIndexArguments.add(argument.start)
    },
    TemplateLiteral(template) {
      add(template.quasis.map(({ value }) => value.cooked ?? value.raw).join('?'), template.start)
    },
    Literal({ value, start }) {
      if (typeof value === 'string') add(value, start)
    },
  }).visit(file.parsed.program)
  return found.map(each => ({ ...each, isBuilt: buildIndexArguments.has(each.start) }))
}

/** Returns the value of `export const name = literal`; null for another expression, undefined without such a constant. */
function getExportedConstant(file: SourceFile, name: string): unknown {
  let found: unknown
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type !== 'VariableDeclaration') return
      for (const { id, init } of declaration.declarations)
        if (id.type === 'Identifier' && id.name === name) found = getLiteral(init)
    },
  }).visit(file.parsed.program)
  return found
}

const getLiteral = (expression: Expression | null) =>
  expression?.type === 'Literal' ? (expression.value as unknown) : null
