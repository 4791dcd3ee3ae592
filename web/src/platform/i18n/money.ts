import { formatMoney } from '#locales/money-format.ts'
import type { Texts } from './texts.ts'

/** Formats an amount in minor units as the locale writes it, '£48.90'. */
export const moneyLabel = ({ locale }: Pick<Texts, 'locale'>, amount: number, currency: string): string =>
  formatMoney(locale, amount, currency)

/** Formats what something costs: like an amount, but 'Free' for nothing. */
export const priceLabel = (
  texts: Pick<Texts, 'locale' | 'text'>,
  amount: number,
  currency: string,
): string => (amount === 0 ? texts.text('order.free') : moneyLabel(texts, amount, currency))
