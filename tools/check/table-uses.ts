import { type CallExpression, type Expression, type TemplateLiteral, Visitor } from 'oxc-parser'
import type { SourceFile } from './source-tree.ts'
import { findTablesInSql, looksLikeSql, PLACEHOLDER } from './sql-tables.ts'
import { getLine } from './violation.ts'

/** A table that a file names in a query; null when the name is only known at run time. */
export interface TableUse {
  table: string | null
  line: number
  /** Whether it is a call on rows by key, which is no SQL. */
  isByKey: boolean
}

/** Finds tables named in calls of Kysely, in calls on rows by key, in `sql` templates and in other SQL text. */
export function findTableUses(file: SourceFile): TableUse[] {
  if (!MENTIONS.test(file.text)) return []
  const uses: TableUse[] = []
  const add = (names: readonly (string | null)[], start: number, isByKey = false) => {
    for (const table of names) {
      const line = getLine(file.text, start)
      if (!uses.some(use => use.table === table && use.line === line)) uses.push({ table, line, isByKey })
    }
  }
  const fragments = findLocalFragments(file)
  const tagged = new Set<TemplateLiteral>()
  new Visitor({
    CallExpression(call) {
      const [first, second] = call.arguments
      if (second && call.callee.type === 'Identifier' && ROW_CALLS.has(call.callee.name))
        add(findNames(second as Expression), second.start, true)
      const method = getMethod(call)
      if (method === null || !first || first.type === 'SpreadElement') return
      if (QUERIES.has(method) || (method === 'table' && belongsToKysely(call)))
        add(findNames(first), first.start)
      else if (method === 'raw' && belongsToKysely(call))
        add(findNamesInText(toText(first, fragments)), first.start)
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (!isSql(tag)) return
      tagged.add(quasi)
      add(findNamesInText(toText(quasi, fragments)), quasi.start)
    },
    TemplateLiteral(template) {
      const text = toText(template, fragments)
      if (!tagged.has(template) && looksLikeSql(text)) add(findNamesInText(text), template.start)
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && looksLikeSql(value)) add(findNamesInText(value), start)
    },
  }).visit(file.parsed.program)
  return uses
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
const MENTIONS = new RegExp(
  `\\b(sql|select|insert|update|delete|truncate|alter|${[...QUERIES, ...ROW_CALLS].join('|')})\\b`,
  'i',
)

function getMethod({ callee }: CallExpression): string | null {
  if (callee.type !== 'MemberExpression' || callee.computed) return null
  return callee.property.type === 'Identifier' ? callee.property.name : null
}

/** Accepts `sql.…(…)` and `db.dynamic.…(…)` only: other objects have methods of the same names. */
function belongsToKysely({ callee }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false
  const { object } = callee
  if (object.type !== 'MemberExpression') return isSql(object)
  return object.property.type === 'Identifier' && object.property.name === 'dynamic'
}

function isSql(expression: Expression): boolean {
  return expression.type === 'Identifier' && expression.name === 'sql'
}

/** Finds names in the first argument of a query; subqueries and fragments name theirs where they are written. */
function findNames(argument: Expression): (string | null)[] {
  switch (argument.type) {
    case 'Literal':
      return [typeof argument.value === 'string' ? getFirstWord(argument.value) : null]
    case 'TemplateLiteral':
      return argument.expressions.length === 0 ? [getFirstWord(argument.quasis[0]!.value.raw)] : [null]
    case 'ArrayExpression':
      return argument.elements.flatMap(each =>
        each && each.type !== 'SpreadElement' ? findNames(each) : [null],
      )
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return findNames(argument.expression)
    case 'CallExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'TaggedTemplateExpression':
      return []
    default:
      return [null]
  }
}

/** 'photos as p' names photos. */
function getFirstWord(text: string): string {
  return text
    .trim()
    .split(/\s+/)[0]!
    .replace(/^public\./, '')
}

/** Finds constants such as `const changed = sql`…``, which other templates of the file include by name. */
function findLocalFragments(file: SourceFile): Fragments {
  const fragments = new Map<string, TemplateLiteral>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'TaggedTemplateExpression' && isSql(init.tag))
        fragments.set(id.name, init.quasi)
    },
  }).visit(file.parsed.program)
  return fragments
}

type Fragments = ReadonlyMap<string, TemplateLiteral>

function findNamesInText(text: string): (string | null)[] {
  return findTablesInSql(text).map(name => (name === PLACEHOLDER ? null : name))
}

/** Returns the text of a literal or template, with `PLACEHOLDER` for what is only known at run time. */
function toText(expression: Expression, fragments: Fragments): string {
  switch (expression.type) {
    case 'Literal':
      return String(expression.value)
    case 'TemplateLiteral':
      return expression.quasis
        .flatMap(({ value }, i) => {
          const next = expression.expressions[i]
          return [value.cooked ?? value.raw, ...(next ? [toText(next, fragments)] : [])]
        })
        .join(' ')
    case 'TaggedTemplateExpression':
      return isSql(expression.tag) ? toText(expression.quasi, fragments) : PLACEHOLDER
    case 'Identifier': {
      const fragment = fragments.get(expression.name)
      return fragment ? toText(fragment, omitFragment(fragments, expression.name)) : PLACEHOLDER
    }
    case 'CallExpression': {
      const [first] = expression.arguments
      const isTable = getMethod(expression) === 'table' && belongsToKysely(expression)
      return isTable && first?.type === 'Literal' ? String(first.value) : PLACEHOLDER
    }
    default:
      return PLACEHOLDER
  }
}

/** Removes a constant, so that one that includes itself does not recurse infinitely. */
function omitFragment(fragments: Fragments, name: string): Fragments {
  return new Map([...fragments].filter(([each]) => each !== name))
}
