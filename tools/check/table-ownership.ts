import { type Node, Visitor } from 'oxc-parser'
import { createViolation, isTest, type SourceFile, type Violation } from './source-tree.ts'

/**
 * Reports tables that are named outside of the store of their domain (store.ts or a file in store/); calls on rows by key may
 * name them anywhere in the domain. Tests may name all tables, and so may what works on any table: the restore drill, the rows
 * of an account, rows by key. That each table has one domain, which can erase an account from it, is checked at the start
 * (domain.ts).
 */
export function checkTableOwnership(files: readonly SourceFile[]): Violation[] {
  const owners = new Map(files.flatMap(listTables))
  return files
    .filter(({ path }) => /^(server\/src|sandbox)\//.test(path) && !isTest(path) && !NAMES_ALL.includes(path))
    .flatMap(file =>
      findTableUses(file).flatMap(use => {
        const message = findFault(file.path, use, owners)
        return message === null ? [] : createViolation(file, use.start, message)
      }),
    )
}

const NAMES_ALL = [
  'server/src/restore-drill/compare-tables.ts',
  'server/src/platform/db/account-rows.ts',
  'server/src/platform/db/rows.ts',
]

/** Lists the tables that the tables.ts of a domain declares, each with the folder of the domain. */
function listTables({ path, text }: SourceFile): [table: string, folder: string][] {
  const [, folder] = /^(server\/src\/domains\/[^/]+\/)tables\.ts$/.exec(path) ?? []
  if (!folder) return []
  return [...text.matchAll(/\b(\w+): (?:local|directory|distributed)<\w+>\(/g)].map(match => [
    match[1]!,
    folder,
  ])
}

function findFault(path: string, { table, isByKey }: TableUse, owners: ReadonlyMap<string, string>) {
  if (table === null) return 'the name of a table is a literal, never a value'
  const folder = owners.get(table)
  if (folder === undefined) return null
  if (path.startsWith(folder) && (isByKey || /(^|\/)store(\.ts|\/)/.test(path.slice(folder.length))))
    return null
  return `names the table ${table}, which only the store of ${folder.split('/').at(-2)} may`
}

/** A name where a query has a table; null when it is only known at run time. */
interface TableUse {
  table: string | null
  start: number
  /** Whether it is a call on rows by key, which is no SQL. */
  isByKey: boolean
}

const QUERIES = new Set([
  ...['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'],
  ...['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'],
  ...['innerJoinLateral', 'leftJoinLateral', 'crossJoinLateral', 'crossApply', 'outerApply'],
])
/** The functions of `server/src/platform/db/rows.ts`; their second argument is a table. */
const ROW_CALLS = new Set([
  ...['findRow', 'lockRow', 'listRows', 'listFirstRows', 'lockRows', 'listColumns', 'listValues'],
  ...['insertRow', 'insertRows', 'insertMissingRow', 'upsertRow', 'upsertRowIf', 'upsertNewerRow'],
  ...['updateRow', 'updateRows', 'updateRowsReturning', 'deleteRows', 'deleteRowsReturning'],
])

/** Subqueries and fragments, which name tables where they are written. */
const HAS_OWN_QUERY = /^(Call|ArrowFunction|Function|TaggedTemplate)Expression$/

/** Finds tables named in calls of Kysely, in calls on rows by key, in `sql` templates and in other SQL text. */
function findTableUses({ text, parsed }: SourceFile): TableUse[] {
  const uses: TableUse[] = []
  const statements = new Set<Node>()
  const getText = ({ start, end }: Node) => text.slice(start, end)
  const addArgument = (argument: Node | undefined, isByKey = false) => {
    if (argument?.type === 'ArrayExpression')
      for (const each of argument.elements) addArgument(each ?? undefined, isByKey)
    else if (argument && !HAS_OWN_QUERY.test(argument.type)) {
      const table = /^['"`]\s*(?:public\.)?(\w+)[^$]*$/.exec(getText(argument))?.[1] ?? null
      uses.push({ table, start: argument.start, isByKey })
    }
  }
  const addStatement = (node: Node, sql: string) => {
    if (!statements.has(node) && !looksLikeSql(sql)) return
    for (const name of new Set(findTablesInSql(sql)))
      uses.push({ table: name === PLACEHOLDER ? null : name, start: node.start, isByKey: false })
  }
  const toSql = (value: string) => {
    if (/^sql(\.table\(|[<`])/.test(value)) return FRAGMENT
    // A constant of the file may be a list of tables.
    const constant =
      /^\w+$/.test(value) && new RegExp(`\\bconst ${value} = sql(?:<\\w+>)?\`([^\`]*)\``).exec(text)
    return constant ? constant[1]!.replaceAll(/\$\{[^}]*\}/g, PLACEHOLDER) : PLACEHOLDER
  }
  new Visitor({
    CallExpression({ callee, arguments: [first, second] }) {
      if (callee.type === 'Identifier' && ROW_CALLS.has(callee.name)) addArgument(second, true)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      // Other objects have methods of these names.
      const isKysely = /^sql$|\.dynamic$/.test(getText(callee.object))
      if (QUERIES.has(name) || (name === 'table' && isKysely)) addArgument(first)
      if (name === 'raw' && isKysely && first) statements.add(first)
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (getText(tag) === 'sql') statements.add(quasi)
    },
    TemplateLiteral(node) {
      const values = node.expressions.map(each => toSql(getText(each)))
      addStatement(node, String.raw({ raw: node.quasis.map(each => each.value.raw) }, ...values))
    },
    Literal(node) {
      if (typeof node.value === 'string') addStatement(node, node.value)
    },
  }).visit(parsed.program)
  return uses
}

/** Stands for a value in SQL text. */
const PLACEHOLDER = '?'
/** Stands for a part of the text that is read on its own. */
const FRAGMENT = '*'

/** Finds the names that a statement has where a table is expected, of tables or not; `PLACEHOLDER` for a value. */
function findTablesInSql(sql: string): string[] {
  let text = sql.replace(IGNORED_TEXT, '').replaceAll('"', '')
  const levels: string[] = []
  for (let group = GROUP.exec(text); group; group = GROUP.exec(text)) {
    levels.push(`${group[1]} ${group[2]}`)
    text = text.replace(GROUP, `$1 ${FRAGMENT}`)
  }
  return [text, ...levels]
    .flatMap(level => level.split(CLAUSES))
    .filter(clause => INTRODUCES_TABLES.test(clause))
    .flatMap(clause => clause.replace(INTRODUCES_TABLES, '').split(','))
    .flatMap(item => FIRST_NAME.exec(item)?.[1] ?? [])
}

/** Whether a string is an SQL statement and not prose. */
const looksLikeSql = (text: string): boolean => STATEMENT.test(text)

/** Comments and quoted values. */
const IGNORED_TEXT = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'/gs
/** An innermost pair of parentheses with the word before it. */
const GROUP = /(\w*)\s*\(([^()]*)\)/
const INTRODUCES_TABLES = /^(from|using|table|truncate|join|into|update|analyze|vacuum)\b/i
/** Where a clause begins; 'from' also separates arguments, as in extract(year from day), and follows 'distinct'. */
const CLAUSES = new RegExp(
  [
    String.raw`(?<!^(?:extract|substring|trim|overlay)\b.*|distinct\s+)\b(?=from\b)`,
    String.raw`\b(?=(?:using|table|truncate|join|into|update|analyze|vacuum|where|set|on|group|order|having)\b)`,
    String.raw`\b(?=(?:limit|offset|returning|values|select|union|for|window|with)\b)`,
  ].join('|'),
  'is',
)
const FIRST_NAME = /^\s*(?:(?:only|lateral|if|exists|not)\s+)*(?:public\.)?(\w+|\?)/i
const STATEMENT =
  /^\s*(select\s.*\sfrom|insert\s+into|update\s+\S+\s+set|delete\s+from|truncate|(lock|alter|drop|create)\s.*table|with\s+\w+\s+as|merge\s+into)\s/is
