import { parseSync } from 'libpg-query'
import type pg from 'pg'

// biome-ignore lint/suspicious/noExplicitAny: the parser's tree has 200 types of nodes, of which a few are read
type Node = any
// biome-ignore lint/suspicious/noExplicitAny: the values of rows
type Row = Record<string, any>

/** Merges the results of a statement that several databases executed, each on its rows. */
export function mergeResults(
  text: string,
  values: readonly unknown[],
  results: readonly pg.QueryResult[],
): pg.QueryResult {
  const [first] = results
  if (results.length === 1) return first!
  const { SelectStmt: select } = parseSync(text).stmts![0]!.stmt as Node
  const rows = results.flatMap(result => result.rows as Row[])
  const mergedRows = select ? mergeSelected(select, values, rows, results) : rows
  const rowCount = select
    ? mergedRows.length
    : results.reduce((sum, result) => sum + (result.rowCount ?? 0), 0)
  return { ...first!, rows: mergedRows, rowCount }
}

function mergeSelected(
  select: Node,
  values: readonly unknown[],
  rows: Row[],
  results: readonly pg.QueryResult[],
): Row[] {
  const targets: Node[] = (select.targetList ?? []).map(({ ResTarget }: Node) => ResTarget)
  const aggregates = targets.map(target => findAggregate(target.val))
  if (!select.groupClause && aggregates.length > 0 && aggregates.every(Boolean))
    return [mergeAggregates(aggregates as string[], rows, results[0]!.fields)]
  const limit = getLimit(select, values)
  const distinct = select.distinctClause
    ? [...new Map(rows.map(row => [JSON.stringify(row), row])).values()]
    : rows
  const sorted = select.sortClause ? distinct.toSorted(createComparison(select.sortClause)) : distinct
  return limit === undefined ? sorted : sorted.slice(0, limit)
}

/** count(*)::int, coalesce(sum(size), 0), max(n) */
function findAggregate(value: Node): string | undefined {
  if (value?.TypeCast) return findAggregate(value.TypeCast.arg)
  if (value?.CoalesceExpr) return findAggregate(value.CoalesceExpr.args[0])
  const name = value?.FuncCall?.funcname?.at(-1)?.String?.sval
  return ['count', 'sum', 'min', 'max'].includes(name) ? name : undefined
}

function mergeAggregates(names: readonly string[], rows: Row[], fields: readonly pg.FieldDef[]): Row {
  return Object.fromEntries(
    fields.map(({ name }, i) => {
      const values = rows.map(row => row[name]).filter(value => value !== null)
      if (values.length === 0) return [name, null]
      if (names[i] === 'min' || names[i] === 'max') {
        const sorted = values.toSorted(compareValues)
        return [name, names[i] === 'min' ? sorted[0] : sorted.at(-1)]
      }
      const sum = values.reduce((total, value) => total + Number(value), 0)
      return [name, typeof values[0] === 'string' ? String(sum) : sum]
    }),
  )
}

function getLimit({ limitCount, limitOffset }: Node, values: readonly unknown[]): number | undefined {
  if (limitOffset) throw new Error('Rows of several databases have no offset')
  if (limitCount?.ParamRef) return Number(values[limitCount.ParamRef.number - 1])
  return limitCount?.A_Const?.ival?.ival
}

function createComparison(sortClause: readonly Node[]): (one: Row, other: Row) => number {
  const keys = sortClause.map(({ SortBy: { node, sortby_dir, sortby_nulls } }) => {
    const column = node.ColumnRef?.fields?.at(-1)?.String?.sval
    const position = node.A_Const?.ival?.ival
    if (column === undefined && position === undefined) throw new Error('Rows are sorted by an expression')
    const isDescending = sortby_dir === 'SORTBY_DESC'
    const areNullsFirst =
      sortby_nulls === 'SORTBY_NULLS_FIRST' || (isDescending && sortby_nulls !== 'SORTBY_NULLS_LAST')
    return { column, position, sign: isDescending ? -1 : 1, nulls: areNullsFirst ? -1 : 1 }
  })
  return (one, other) => {
    for (const { column, position, sign, nulls } of keys) {
      const [a, b] = [one, other].map(row =>
        column === undefined ? Object.values(row)[position - 1] : row[column],
      )
      const comparison =
        a === null || b === null
          ? nulls * (Number(a === null) - Number(b === null))
          : sign * compareValues(a, b)
      if (comparison !== 0) return comparison
    }
    return 0
  }
}

const compareValues = (a: unknown, b: unknown): number => (a! < b! ? -1 : a! > b! ? 1 : 0)
