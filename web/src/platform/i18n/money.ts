import { createMoneyFormat } from '#locales/money-format.ts'
import type { Texts } from './texts.ts'

/** Formats an amount in minor units as the locale writes it, '£48.90'; exact, without floating point. */
export function moneyLabel({ locale }: Texts, amount: number, currency: string): string {
  const formatter = createMoneyFormat(locale, currency)
  const digits = formatter.resolvedOptions().maximumFractionDigits ?? 2
  const paddedAmount = String(Math.abs(amount)).padStart(digits + 1, '0')
  const fraction = digits > 0 ? `.${paddedAmount.slice(-digits)}` : ''
  const decimal = `${amount < 0 ? '-' : ''}${paddedAmount.slice(0, paddedAmount.length - digits)}${fraction}`
  return formatter.format(decimal as Intl.StringNumericLiteral)
}
