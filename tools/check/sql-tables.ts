/** Stands for a value in SQL text. */
export const PLACEHOLDER = '?'
/** Stands for a part of the text that is read on its own. */
export const FRAGMENT = '*'

/** Finds the names that a statement has where a table is expected, of tables or not; `PLACEHOLDER` for a value. */
export function findTablesInSql(sql: string): string[] {
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
export const looksLikeSql = (text: string): boolean => STATEMENT.test(text)

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
