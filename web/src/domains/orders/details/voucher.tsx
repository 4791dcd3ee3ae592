import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import type { OrderedProduct } from '#contract/orders.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useRefreshVoucher, useVoucher } from './use-voucher.ts'
import styles from './voucher.module.css'
import { VoucherState } from './voucher-state.tsx'

/**
 * The voucher that came with a product: what its offer says, its code to copy, and a button that refreshes its state
 * (AA-074).
 */
export function Voucher({ orderCode, product }: { orderCode: string; product: OrderedProduct }) {
  const { text } = useTexts()
  const voucher = useVoucher(orderCode, product)
  const { code, title, description } = voucher
  const { isCopied, copy } = useCopy(code, {
    copied: text('order.voucher.copied'),
    failed: text('order.voucher.copy-failed'),
  })
  const { refresh, isPending } = useRefreshVoucher(orderCode, product.code)
  return (
    <div className={styles.voucher}>
      <Icon of={TicketPercent} />
      <div className={styles.text}>
        <strong>{title ?? text('order.voucher')}</strong>
        {description && <p>{description}</p>}
        <p className={styles.facts}>
          <span className={styles.code}>{code}</span>
          <VoucherState voucher={voucher} />
        </p>
      </div>
      {voucher.state === 'valid' && (
        <IconButton
          icon={isCopied ? Check : Copy}
          label={text('order.voucher.copy', { code })}
          onClick={() => void copy()}
        />
      )}
      <IconButton
        icon={RefreshCw}
        label={text('order.voucher.refresh', { code })}
        aria-busy={isPending || undefined}
        className={classes(isPending && styles.turning)}
        onClick={() => void refresh()}
      />
    </div>
  )
}
