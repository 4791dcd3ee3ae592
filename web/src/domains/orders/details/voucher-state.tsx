import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { DisplayedVoucher } from './use-voucher.ts'

/** ' · valid until 31 January 2027', from when it is valid, or why the voucher cannot be used any more. */
export function VoucherState({ voucher }: { voucher: DisplayedVoucher }) {
  const { state, validFrom, validUntil, redeemedAt } = voucher
  const texts = useTexts()
  const { text } = texts
  const formatDate = (at: string) => ({ date: instantDayLabel(texts, at) })
  switch (state) {
    case 'not-found':
      return <> · {text('order.voucher.not-found')}</>
    case 'redeemed':
      return (
        <>
          {' · '}
          {redeemedAt
            ? text('order.voucher.redeemed-on', formatDate(redeemedAt))
            : text('order.voucher.redeemed')}
        </>
      )
    case 'upcoming':
      return <> · {text('order.voucher.valid-from', formatDate(validFrom!))}</>
    case 'expired':
      return <> · {text('order.voucher.expired-on', formatDate(validUntil!))}</>
    default:
      return validUntil ? <> · {text('order.voucher.valid-until', formatDate(validUntil))}</> : null
  }
}
