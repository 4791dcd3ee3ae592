import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checkInput, type FieldIssues } from '#contract/input/field-issues.ts'
import { ALL_PRODUCTS } from '#contract/input/withdrawal.ts'
import { type StatementInput, statementInput } from '#contract/withdrawals.ts'

/** What the form contains, as typed; empty texts for what is missing. */
export type TypedStatement = z.output<typeof typedStatement>

const typed = z.string().catch('')
/** Forms send a line break as two characters, and count it as one. */
const typedLines = typed.transform(value => value.replaceAll('\r\n', '\n'))

const typedStatement = z.object({
  /** The button that was pressed. */
  step: z.enum(['check', 'edit', 'confirm']).catch('check'),
  statementId: z.uuid().catch(''),
  name: typed,
  orderCode: typed,
  email: typed,
  scope: z.enum(['', 'all', 'some']).catch(''),
  products: typedLines,
})

/** Reads the submitted form, or the address of an empty one, which may name an order. */
export const readTypedStatement = (form: unknown): TypedStatement => typedStatement.parse(form ?? {})

export const STATEMENT_FIELDS = ['name', 'orderCode', 'email', 'scope', 'products'] as const
export type StatementField = (typeof STATEMENT_FIELDS)[number]

/** Checks what was typed by the rules of the call; returns the statement, or the issue of each field. */
export function checkTypedStatement({
  name,
  orderCode,
  email,
  scope,
  products,
  statementId,
}: TypedStatement):
  | { statement: StatementInput; issues?: undefined }
  | { statement?: undefined; issues: FieldIssues } {
  const { data, issues } = checkInput(
    statementInput,
    {
      statementId: statementId || randomUUID(),
      name,
      orderCode,
      email,
      products: scope === 'some' ? products : ALL_PRODUCTS,
    },
    'form',
  )
  if (scope === '') return { issues: { ...issues, scope: 'missing' } }
  return data ? { statement: data } : { issues }
}
