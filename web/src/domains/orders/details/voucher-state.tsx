import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { DisplayedVoucher } from './use-voucher.ts'

/** ' · valid until 31 January 2027', or why the voucher cannot be used any more. */
export function VoucherState({ voucher: { state, validUntil, redeemedAt } }: { voucher: DisplayedVoucher }) {
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
    case 'expired':
      return <> · {text('order.voucher.expired-on', formatDate(validUntil!))}</>
    default:
      return validUntil ? <> · {text('order.voucher.valid-until', formatDate(validUntil))}</> : null
  }
}
