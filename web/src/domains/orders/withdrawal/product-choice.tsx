import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { ProductTitle } from '../product-facts.tsx'
import { ProductPicture } from '../product-picture.tsx'
import styles from './withdrawal-dialog.module.css'
import { findShownRule, type WithdrawalRule } from './withdrawal-rule.ts'

/** The products of the order; those that cannot be withdrawn from say why, and cannot be chosen. */
export function ProductChoice({ order, chosen, onChange }: ProductChoiceProps) {
  const texts = useTexts()
  const assortment = useAssortment()
  const currency = order.total?.currency ?? assortment.currency
  return (
    <ul className={styles.products}>
      {order.products.map(product => {
        const { code, price, picture } = product
        const rule = findShownRule(order, product, Date.now())
        const isChosen = chosen.includes(code)
        // A product whose period ended while it was chosen stays chosen: the statement is accepted and marked as late.
        const isPossible = rule?.kind === 'open' || isChosen
        return (
          <li key={code} className={classes(styles.product, !isPossible && styles.excluded)}>
            <Checkbox
              checked={isChosen}
              disabled={!isPossible}
              onChange={isNowChosen =>
                onChange(isNowChosen ? [...chosen, code] : chosen.filter(each => each !== code))
              }
            >
              <ProductPicture picture={picture} className={styles.picture} />
              <span className={styles.text}>
                <span className={styles.title}>
                  <ProductTitle product={product} />
                </span>
                <span className={styles.rule}>{formatRule(texts, rule)}</span>
              </span>
              {price !== undefined && currency && (
                <span className={styles.price}>{priceLabel(texts, price, currency)}</span>
              )}
            </Checkbox>
          </li>
        )
      })}
    </ul>
  )
}

interface ProductChoiceProps {
  order: Order
  chosen: readonly string[]
  onChange: (productCodes: readonly string[]) => void
}

function formatRule(texts: Texts, rule: WithdrawalRule | undefined): string | undefined {
  const { text } = texts
  const day = (instant: string) => orderDayLabel(texts, instant, 'day', { year: 'always' })
  switch (rule?.kind) {
    case 'open':
      return rule.until === undefined
        ? text('withdrawal.product.before-delivery')
        : text('withdrawal.until', { date: day(rule.until) })
    case 'excluded':
      return text(`withdrawal.product.excluded.${rule.exclusion}`)
    case 'ended':
      return text('withdrawal.product.ended', { date: day(rule.at) })
    case 'withdrawn':
      return text('withdrawal.product.done', { date: day(rule.withdrawal.submittedAt) })
    default:
      return undefined
  }
}
