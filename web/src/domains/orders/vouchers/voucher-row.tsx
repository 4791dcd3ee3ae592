import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import type { OwnVoucher } from '#contract/own-vouchers.ts'
import { daysSince, instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { isEnded } from './voucher-end.ts'
import styles from './vouchers.module.css'

/** Days before its end from which a voucher says how many are left. */
const SOON_DAYS = 7

/** A voucher: what it is for, its code to copy, until when, and the order that it came with. */
export function VoucherRow({ voucher }: { voucher: OwnVoucher }) {
  const { text } = useTexts()
  const { code, title, orderCode } = voucher
  const { isCopied, copy } = useCopy(code, {
    copied: text('order.voucher.copied'),
    failed: text('order.voucher.copy-failed'),
  })
  const isOver = isEnded(voucher, Date.now())
  return (
    <li className={classes(styles.voucher, isOver && styles.ended)}>
      <Icon of={TicketPercent} />
      <div className={styles.text}>
        <p className={styles.name}>{title ?? text('order.voucher')}</p>
        <p className={styles.facts}>
          <span className={styles.code}>{code}</span>
          <End voucher={voucher} />
        </p>
      </div>
      {orderCode !== undefined && (
        <Link to={PATHS.order} params={{ orderCode }} className={styles.order}>
          {text('vouchers.from-order', { code: orderCode })}
        </Link>
      )}
      {!isOver && (
        <IconButton
          icon={isCopied ? Check : Copy}
          label={text('order.voucher.copy', { code })}
          onClick={() => void copy()}
        />
      )}
    </li>
  )
}

/** ' · until 31 January 2027', ' · ends in 3 days, until …', or why it can no longer be used. */
function End({ voucher: { redeemed, redeemedAt, validUntil, validFrom } }: { voucher: OwnVoucher }) {
  const texts = useTexts()
  const { text } = texts
  const now = Date.now()
  const date = (at: string) => ({ date: instantDayLabel(texts, at) })
  if (redeemed)
    return (
      <>
        {' '}
        · {redeemedAt ? text('order.voucher.redeemed-on', date(redeemedAt)) : text('order.voucher.redeemed')}
      </>
    )
  if (validFrom !== undefined && Date.parse(validFrom) > now)
    return <> · {text('order.voucher.valid-from', date(validFrom))}</>
  if (validUntil === undefined) return null
  if (Date.parse(validUntil) <= now) return <> · {text('order.voucher.expired-on', date(validUntil))}</>
  const daysLeft = -daysSince(texts, validUntil, now)
  return (
    <>
      {' · '}
      {daysLeft <= SOON_DAYS && (
        <>
          <span className={styles.soon}>{text('vouchers.ends-in', { count: daysLeft })}</span>
          {', '}
        </>
      )}
      {text('vouchers.until', date(validUntil))}
    </>
  )
}
