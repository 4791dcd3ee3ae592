import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import { useEffect, useState } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { announce } from '#web/ui/announcements.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from './voucher.module.css'

/** The voucher that came with a product: its code to copy, and what the order system says about it (AA-065). */
export function Voucher({ code, details = {} }: { code: string; details: OrderedProduct['voucherDetails'] }) {
  const texts = useTexts()
  const { text } = texts
  const { timeZone } = useConfig().brand
  const { isCopied, copy } = useCopy(code)
  const validUntil = findInstant(details.validUntil)
  return (
    <div className={styles.voucher}>
      <Icon of={TicketPercent} />
      <div className={styles.text}>
        <strong>{findText(details.title) ?? text('order.voucher')}</strong>
        {findText(details.description) && <p>{findText(details.description)}</p>}
        <p className={styles.facts}>
          <span className={styles.code}>{code}</span>
          {validUntil &&
            ` · ${text('order.voucher.valid-until', { date: instantDayLabel(texts, validUntil, timeZone) })}`}
        </p>
      </div>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={text('order.voucher.copy', { code })}
        onClick={() => void copy()}
      />
    </div>
  )
}

const COPIED_MS = 2000

function useCopy(code: string) {
  const { text } = useTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
      announce(text('order.voucher.copied'))
    } catch {
      toasts.add({ subject: 'voucher', kind: 'error', text: text('order.voucher.copy-failed') })
    }
  }
  return { isCopied, copy }
}

/** The details are the order system's own: only what has the expected form is shown. */
function findText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function findInstant(value: unknown): string | undefined {
  return typeof value === 'string' && Number.isFinite(Date.parse(value)) ? value : undefined
}
