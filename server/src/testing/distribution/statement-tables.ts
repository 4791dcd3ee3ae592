import { loadModule, parseSync } from 'libpg-query'
import { type Binding, Column } from './column.ts'

await loadModule()

/** A table that a statement reads or writes, and what its account column is equal to. */
export interface TableUse {
  table: string
  access: 'read' | 'written' | 'locked'
  /** The account column of a distributed table; uses that are joined by it share it. */
  account: Column | null
  /** The part of a UNION that reads the table, 0 outside of any; parts need not be joined with each other. */
  part: number
  /** Whether rows are inserted with values that a query computes. */
  hasComputedValues?: boolean
  /** Whether the account of its rows is set, even to the same value. */
  setsAccount?: boolean
}

/** The columns that name accounts, by table; tables of other schemas are missing. */
export type AccountColumnsByTable = Readonly<Record<string, readonly string[]>>

/** Lists the tables in all parts of a statement, by PostgreSQL's own parser. */
export function listStatementTables(text: string, columns: AccountColumnsByTable): TableUse[] {
  const uses: TableUse[] = []
  const { stmts = [] } = parseSync(text)
  for (const { stmt } of stmts) new StatementReader(columns, uses).read(stmt as Node)
  return uses
}

/** A node of the parser's tree: an object with the type as its only key, or its content. */
// biome-ignore lint/suspicious/noExplicitAny: the tree has 200 types of nodes, of which a few are read
type Node = any

/** A name of a FROM clause. */
interface Relation {
  alias: string
  /** Columns by name; for a table its account columns. */
  columns: ReadonlyMap<string, Column>
}

type Outputs = Map<string, Column>

interface CommonTable {
  outputs: Outputs
  /** Whether conditions on it hold inside as well: it only reads and is used once. */
  isInlined: boolean
}

interface Scope {
  relations: Relation[]
  commonTables: ReadonlyMap<string, CommonTable>
  outer: Scope | null
  /** Whether this is a subquery that only filters some rows, whose conditions bind nothing outside of it. */
  isGuard: boolean
}

const NO_OUTPUTS: Outputs = new Map()

class StatementReader {
  readonly #accountColumns: AccountColumnsByTable
  readonly #uses: TableUse[]
  #part = 0
  #parts = 0
  constructor(accountColumns: AccountColumnsByTable, uses: TableUse[]) {
    this.#accountColumns = accountColumns
    this.#uses = uses
  }

  read(statement: Node): void {
    this.#readQuery(statement, null, new Map(), false)
  }

  #readQuery(
    node: Node,
    outer: Scope | null,
    inherited: ReadonlyMap<string, CommonTable>,
    isGuard: boolean,
  ): Outputs {
    const [type, query] = Object.entries(node)[0] as [string, Node]
    const read = this.#readers[type]
    if (!read) return NO_OUTPUTS
    const scope: Scope = {
      relations: [],
      commonTables: this.#readCommonTables(query, outer, inherited),
      outer,
      isGuard,
    }
    return read(query, scope)
  }

  readonly #readers: Record<string, (query: Node, scope: Scope) => Outputs> = {
    SelectStmt: (query: Node, scope: Scope): Outputs => {
      if (query.op && query.op !== 'SETOP_NONE') {
        const outside = this.#part
        for (const part of [query.larg, query.rarg]) {
          this.#part = ++this.#parts
          this.#readQuery({ SelectStmt: part }, scope.outer, scope.commonTables, scope.isGuard)
        }
        this.#part = outside
        return NO_OUTPUTS
      }
      const isLocking = query.lockingClause !== undefined
      for (const item of query.fromClause ?? []) this.#addRelation(item, scope, isLocking ? 'locked' : 'read')
      this.#readCondition(query.whereClause, scope)
      const { targetList, whereClause: _w, fromClause: _f, withClause: _c, valuesLists, ...rest } = query
      this.#readSubqueries(rest, scope)
      if (valuesLists) return this.#listRowOutputs(valuesLists, scope)
      return this.#listOutputs(targetList, scope)
    },
    InsertStmt: (query: Node, scope: Scope): Outputs => {
      const target = this.#addTable(query.relation, scope, 'written')
      const rows = query.selectStmt?.SelectStmt.valuesLists ?? []
      if (target && JSON.stringify(rows).includes('"SubLink"')) this.#uses.at(-1)!.hasComputedValues = true
      if (target && setsAccount(query.onConflictClause?.targetList)) this.#uses.at(-1)!.setsAccount = true
      if (query.selectStmt) {
        const outputs = [
          ...this.#readQuery(
            query.selectStmt,
            { ...scope, relations: [] },
            scope.commonTables,
            false,
          ).values(),
        ]
        for (const [i, { ResTarget }] of (query.cols ?? []).entries()) {
          const column = target?.columns.get(ResTarget.name)
          if (column && outputs[i]) column.equate(outputs[i])
        }
      }
      this.#readSubqueries(query.onConflictClause, scope)
      return this.#listOutputs(query.returningClause?.exprs, scope)
    },
    UpdateStmt: (query: Node, scope: Scope): Outputs => {
      const target = this.#addTable(query.relation, scope, 'written')
      if (target && setsAccount(query.targetList)) this.#uses.at(-1)!.setsAccount = true
      for (const item of query.fromClause ?? []) this.#addRelation(item, scope, 'read')
      this.#readCondition(query.whereClause, scope)
      this.#readSubqueries(query.targetList, scope)
      return this.#listOutputs(query.returningClause?.exprs, scope)
    },
    DeleteStmt: (query: Node, scope: Scope): Outputs => {
      this.#addTable(query.relation, scope, 'written')
      for (const item of query.usingClause ?? []) this.#addRelation(item, scope, 'read')
      this.#readCondition(query.whereClause, scope)
      return this.#listOutputs(query.returningClause?.exprs, scope)
    },
    DeclareCursorStmt: ({ query }: Node, scope: Scope): Outputs =>
      this.#readQuery(query, null, scope.commonTables, false),
  }

  #readCommonTables(
    query: Node,
    outer: Scope | null,
    inherited: ReadonlyMap<string, CommonTable>,
  ): ReadonlyMap<string, CommonTable> {
    const tables = new Map(inherited)
    const text = JSON.stringify(query)
    for (const { CommonTableExpr: each } of query.withClause?.ctes ?? []) {
      const useCount = text.split(`"relname":"${each.ctename}"`).length - 1
      const outputs = renameOutputs(this.#readQuery(each.ctequery, outer, tables, false), each.aliascolnames)
      tables.set(each.ctename, { outputs, isInlined: useCount <= 1 && 'SelectStmt' in each.ctequery })
    }
    return tables
  }

  #addRelation(item: Node, scope: Scope, access: TableUse['access']): void {
    if (item.RangeVar) this.#addTable(item.RangeVar, scope, access)
    else if (item.JoinExpr) {
      this.#addRelation(item.JoinExpr.larg, scope, access)
      this.#addRelation(item.JoinExpr.rarg, scope, access)
      this.#readCondition(item.JoinExpr.quals, scope)
      for (const { String: column } of item.JoinExpr.usingClause ?? []) this.#equateAll(column.sval, scope)
    } else if (item.RangeSubselect) {
      const { subquery, alias, lateral } = item.RangeSubselect
      const outer = lateral ? scope : scope.outer
      const outputs = this.#readQuery(subquery, outer, scope.commonTables, false)
      scope.relations.push({
        alias: alias?.aliasname ?? '',
        columns: renameOutputs(outputs, alias?.colnames),
      })
    } else if (item.RangeFunction) this.#addFunction(item.RangeFunction, scope)
  }

  #addTable(range: Node, scope: Scope, access: TableUse['access']): Relation | undefined {
    const { relname, schemaname, alias } = range
    const common = schemaname ? undefined : scope.commonTables.get(relname)
    const name = alias?.aliasname ?? relname
    if (common) {
      const columns = [...common.outputs].map(([column, output]) => [
        column,
        common.isInlined ? output : Column.createCopy(output),
      ])
      scope.relations.push({ alias: name, columns: new Map(columns as [string, Column][]) })
      return
    }
    const accountColumns = schemaname && schemaname !== 'public' ? undefined : this.#accountColumns[relname]
    if (!accountColumns) return
    const columns = new Map(accountColumns.map(column => [column, new Column()]))
    this.#uses.push({
      table: relname,
      access,
      account: columns.get('account_id') ?? null,
      part: this.#part,
    })
    const relation = { alias: name, columns }
    scope.relations.push(relation)
    return relation
  }

  /** unnest($1, $2) as requested (account_id, photo_id): each column is one of the values of its array. */
  #addFunction({ functions = [], alias }: Node, scope: Scope): void {
    const calls = functions.flatMap(({ List }: Node) => List.items).filter((each: Node) => each?.FuncCall)
    const [call] = calls.map((each: Node) => each.FuncCall)
    this.#readSubqueries(calls, scope)
    if (!alias) return
    const isUnnest = call?.funcname?.at(-1)?.String?.sval === 'unnest'
    const names: string[] = (alias.colnames ?? [{ String: { sval: alias.aliasname } }]).map(
      (each: Node) => each.String.sval,
    )
    const columns = names.map((name, i) => {
      const column = new Column()
      const list = isUnnest ? readBinding(call.args?.[i]) : undefined
      if (list) column.bindToOneOf(list)
      return [name, column] as const
    })
    scope.relations.push({ alias: alias.aliasname, columns: new Map(columns) })
  }

  /** Reads the conditions that all rows fulfil: the parts of a conjunction. */
  #readCondition(condition: Node, scope: Scope): void {
    if (!condition) return
    const { BoolExpr: all, A_Expr: comparison, SubLink: link } = condition
    if (all?.boolop === 'AND_EXPR') for (const part of all.args) this.#readCondition(part, scope)
    else if (comparison) this.#readComparison(comparison, scope)
    else if (link?.subLinkType === 'EXISTS_SUBLINK')
      this.#readQuery(link.subselect, scope, scope.commonTables, false)
    else if (link?.subLinkType === 'ANY_SUBLINK' && !link.operName) {
      const [output] = this.#readQuery(link.subselect, scope, scope.commonTables, false).values()
      const column = this.#findColumn(link.testexpr, scope)
      if (column && output) column.equate(output)
    } else this.#readSubqueries(condition, scope)
  }

  #readComparison({ kind, name, lexpr, rexpr }: Node, scope: Scope): void {
    const isEquality = name?.[0]?.String?.sval === '='
    if (isEquality && kind === 'AEXPR_OP') {
      const [left, right] = [lexpr, rexpr].map(side => side?.RowExpr?.args ?? [side])
      for (const [i, each] of left.entries()) this.#equate(each, right[i], scope)
    } else if (isEquality && (kind === 'AEXPR_IN' || kind === 'AEXPR_OP_ANY')) {
      const column = this.#findColumn(lexpr, scope)
      const items = kind === 'AEXPR_IN' ? rexpr.List.items.map(readBinding) : [readBinding(rexpr)]
      if (column && items.every(Boolean))
        if (kind === 'AEXPR_IN' && items.length === 1) column.bind(items[0])
        else column.bindToOneOf(...items)
    }
    this.#readSubqueries([lexpr, rexpr], scope)
  }

  /** JOIN … USING (account_id) */
  #equateAll(name: string, { relations }: Scope): void {
    const [first, ...others] = relations.flatMap(relation => relation.columns.get(name) ?? [])
    for (const other of others) first!.equate(other)
  }

  #equate(one: Node, other: Node, scope: Scope): void {
    const columns = [one, other].map(each => this.#findColumn(each, scope))
    if (columns[0] && columns[1]) columns[0].equate(columns[1])
    for (const [column, value] of [
      [columns[0], readBinding(other)],
      [columns[1], readBinding(one)],
    ] as const)
      if (column && value) column.bind(value)
  }

  /** Reads the subqueries of an expression; their conditions on rows outside of them need not be fulfilled. */
  #readSubqueries(expression: Node, scope: Scope): void {
    if (expression === null || typeof expression !== 'object') return
    for (const [key, value] of Object.entries(expression) as [string, Node][])
      if (key === 'SubLink') {
        this.#readQuery(value.subselect, scope, scope.commonTables, true)
        this.#readSubqueries(value.testexpr, scope)
      } else this.#readSubqueries(value, scope)
  }

  #listOutputs(targets: Node[] | undefined, scope: Scope): Outputs {
    const outputs: Outputs = new Map()
    for (const [i, { ResTarget }] of (targets ?? []).entries()) {
      const { val, name } = ResTarget
      this.#readSubqueries(val, scope)
      const fields = val?.ColumnRef?.fields
      if (fields?.at(-1)?.A_Star) {
        const from = fields.length > 1 ? fields[0].String.sval : null
        for (const relation of scope.relations)
          if (from === null || relation.alias === from)
            for (const [column, output] of relation.columns) outputs.set(column, output)
      } else {
        const column = this.#findColumn(val, scope) ?? new Column()
        const value = readBinding(val)
        if (value) column.bind(value)
        outputs.set(name ?? fields?.at(-1)?.String?.sval ?? `?${i}`, column)
      }
    }
    return outputs
  }

  /** VALUES (…), (…): each column is one of the values of its rows. */
  #listRowOutputs(rows: Node[], scope: Scope): Outputs {
    this.#readSubqueries(rows, scope)
    const lists: Node[][] = rows.map(({ List }) => List.items)
    return new Map(
      lists[0]!.map((_first, i) => {
        const column = new Column()
        const values = lists.map(items => readBinding(items[i]))
        if (values.every(value => value !== undefined))
          if (values.length === 1) column.bind(values[0]!)
          else column.bindToOneOf(...values)
        return [`column${i + 1}`, column]
      }),
    )
  }

  #findColumn(expression: Node, scope: Scope | null): Column | undefined {
    if (expression?.TypeCast) return this.#findColumn(expression.TypeCast.arg, scope)
    const fields = expression?.ColumnRef?.fields
    const column = fields?.at(-1)?.String?.sval
    if (column === undefined) return undefined
    const alias = fields.length > 1 ? fields.at(-2).String?.sval : null
    let crossesGuard = false
    for (let level = scope; level; level = level.outer) {
      for (const relation of level.relations) {
        const found = alias === null || relation.alias === alias ? relation.columns.get(column) : undefined
        if (found) return crossesGuard ? Column.createCopy(found) : found
      }
      crossesGuard ||= level.isGuard
    }
    return undefined
  }
}

/** Whether an update assigns a value to the account. */
const setsAccount = (targets: Node[] | undefined): boolean =>
  targets?.some(({ ResTarget }) => ResTarget.name === 'account_id') ?? false

/** Reads a parameter or a literal, with its casts. */
function readBinding(expression: Node): Binding | undefined {
  if (expression?.TypeCast) return readBinding(expression.TypeCast.arg)
  if (expression?.ParamRef) return { parameter: expression.ParamRef.number }
  const text = expression?.A_Const?.sval
  return text ? { literal: text.sval ?? '' } : undefined
}

function renameOutputs(outputs: Outputs, names: Node[] | undefined): Outputs {
  if (!names) return outputs
  const columns = [...outputs.values()]
  return new Map(names.map(({ String: { sval } }, i) => [sval, columns[i] ?? new Column()]))
}
