import type { Brand } from '#contract/brands.ts'
import { ALL_PRODUCTS } from '#contract/input/withdrawal.ts'
import { getTranslator } from '../../platform/i18n/translate.ts'
import { createDayFormat } from '../../platform/mail/request-facts.ts'

/** What a statement is about. */
export interface StatementFacts {
  orderCode: string
  /** ALL_PRODUCTS, or the products as the statement names them. */
  products: string
  name: string
}

/** Composes the statement, in the words of the law in this language. What was typed is in it unchanged. */
export function composeStatement(
  { timeZone }: Pick<Brand, 'timeZone'>,
  locale: string,
  { orderCode, products, name }: StatementFacts,
  submittedAt: Date,
): string {
  const text = getTranslator(locale)
  const date = createDayFormat(locale, timeZone)(submittedAt)
  const scope =
    products === ALL_PRODUCTS
      ? text('withdrawal.statement.all', { order: orderCode })
      : text('withdrawal.statement.products', { order: orderCode, products })
  return `${scope}\n${name}, ${date}`
}
