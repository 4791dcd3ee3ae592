/** Stands for a value in SQL text. */
export const PLACEHOLDER = '?'

/** Finds the tables that a statement names; `PLACEHOLDER` where a value is used as a table name. */
export function findTablesInSql(text: string): string[] {
  const tables: string[] = []
  const levels: Level[] = [{ inList: false, isCall: false }]
  let expectsTable = false
  let previous = ''
  for (const [token] of text.replace(IGNORED_TEXT, ' ').matchAll(TOKEN)) {
    const word = token.toLowerCase()
    const level = levels.at(-1)!
    if (word === '(') levels.push({ inList: expectsTable, isCall: CALLS_WITH_FROM.has(previous) })
    else if (word === ')') {
      if (levels.length > 1) levels.pop()
      expectsTable = false
    } else if (word === ',') expectsTable = level.inList
    else if (INTRODUCES_TABLE.has(word) && !(word === 'from' && (level.isCall || previous === 'distinct'))) {
      expectsTable = true
      level.inList = INTRODUCES_LIST.has(word)
    } else if (ENDS_LIST.has(word)) {
      expectsTable = false
      level.inList = false
    } else if (expectsTable && !BEFORE_TABLE.has(word)) {
      tables.push(word.replaceAll('"', '').replace(/^public\./, ''))
      expectsTable = false
    }
    previous = word
  }
  return tables
}

/** Whether a string is an SQL statement and not prose. */
export function looksLikeSql(text: string): boolean {
  return STATEMENT.test(text)
}

/** State of the scanner since the last opening parenthesis. */
interface Level {
  /** Whether a comma is followed by another table. */
  inList: boolean
  /** Whether 'from' separates arguments, as in extract(year from day). */
  isCall: boolean
}

/** Comments and quoted values. */
const IGNORED_TEXT = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'/gs
const TOKEN = /\?|"?[a-z_][\w$]*"?(?:\."?[a-z_][\w$]*"?)*|[(),]/gi

const INTRODUCES_LIST = new Set(['from', 'using', 'table', 'truncate'])
const INTRODUCES_TABLE = new Set([...INTRODUCES_LIST, 'join', 'into', 'update', 'analyze', 'vacuum'])
const BEFORE_TABLE = new Set(['only', 'lateral', 'if', 'exists', 'not'])
const CALLS_WITH_FROM = new Set(['extract', 'substring', 'trim', 'overlay'])
const ENDS_LIST = new Set([
  ...['where', 'set', 'on', 'group', 'order', 'having', 'limit', 'offset', 'returning', 'values', 'select'],
  ...['union', 'for', 'window', 'with'],
])

const STATEMENT =
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|truncate\s+\w|lock\s+table\s|with\s+\w+\s+as\s|merge\s+into\s|copy\s+\w+\s+(from|to)\s|alter\s+table\s|drop\s+table\s|create\s+(unlogged\s+|temp\s+|temporary\s+)?table\s)/i
