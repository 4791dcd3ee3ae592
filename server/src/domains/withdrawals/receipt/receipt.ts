import type { Brand } from '#contract/brands.ts'
import { ALL_PRODUCTS } from '#contract/input/withdrawal.ts'
import { createDateFormat } from '#locales/date-format.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import type { WithdrawalRow } from '../store.ts'

type ReceivedStatement = Pick<WithdrawalRow, 'reference' | 'input' | 'statement' | 'submitted_at' | 'locale'>

/** Lists what the receipt says of a statement, by name and value; `toShown` changes what was typed. */
export function listReceiptFacts(
  brand: Brand,
  row: ReceivedStatement & { products: string },
  toShown: (typed: string) => string = typed => typed,
): (readonly [name: string, value: string])[] {
  const text = getTranslator(row.locale)
  return [
    [text('withdrawal.fact.received'), formatReceived(brand, row)],
    [text('withdrawal.fact.reference'), row.reference],
    [text('mail.fact.name'), toShown(row.input.name)],
    [text('mail.order'), toShown(row.input.orderCode)],
    [
      text('withdrawal.fact.products'),
      row.products === ALL_PRODUCTS ? text('withdrawal.scope.all') : toShown(row.products),
    ],
  ]
}

/** Formats when a statement was submitted, to the second and with the time zone: '22 November 2026 at 11:50:07 GMT'. */
const formatReceived = (
  { timeZone }: Pick<Brand, 'timeZone'>,
  { submitted_at, locale }: Pick<WithdrawalRow, 'submitted_at' | 'locale'>,
): string => createDateFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(submitted_at)

/** Renders the text file of a receipt: its facts, and the statement word by word. */
export function renderReceiptFile(brand: Brand, row: ReceivedStatement & { products: string }): string {
  const text = getTranslator(row.locale)
  return [
    text('mail.withdrawal-received.subject'),
    listReceiptFacts(brand, row)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    `${text('mail.withdrawal-received.statement')}:\n${row.statement}`,
    `${text('mail.withdrawal-received.next')}:\n${text('mail.withdrawal-received.next.text')}`,
    brand.name,
  ]
    .join('\n\n')
    .concat('\n')
}

/** Names the text file of a receipt. */
export const getReceiptFileName = ({ reference }: Pick<WithdrawalRow, 'reference'>): string =>
  `withdrawal-${reference}.txt`

/** Returns the products of a statement in its own words. */
export function getStatedProducts({ input, statement }: Pick<WithdrawalRow, 'input' | 'statement'>): string {
  if (input.products !== undefined) return input.products
  // The lines between the first, which names the order, and the last, which has name and date.
  return statement.split('\n').slice(1, -1).join('\n')
}
