import CreditCard from 'lucide-react/icons/credit-card'
import type { Order } from '#contract/orders.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The link to where the order is paid. */
export function PayButton({ href, total }: { href: string; total: Order['total'] }) {
  const texts = useTexts()
  return (
    <a href={href} rel="noreferrer" className={buttonClass('primary')}>
      <Icon of={CreditCard} />
      {total
        ? texts.text('order.pay', { amount: moneyLabel(texts, total.amount, total.currency) })
        : texts.text('orders.pay')}
    </a>
  )
}
