import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { type ProductVoucher, refreshVoucher, type Voucher } from '#contract/vouchers.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { announce } from '#web/ui/announcements.ts'
import { toasts } from '#web/ui/toasts.ts'
import { offerQuery, vouchersQuery } from '../order-queries.ts'

/**
 * Returns the voucher of a product as its offer describes it; as the order describes it until the offer is loaded, and
 * if it cannot be. An unknown offer is not requested: the browser would log the 404.
 */
export function useVoucher(orderCode: string, product: OrderedProduct): Voucher {
  const { data: vouchers } = useQuery(vouchersQuery(orderCode))
  const listedVoucher = vouchers?.find(({ productCode }) => productCode === product.code)
  const code = listedVoucher?.code ?? product.voucher ?? ''
  const { data: offer } = useQuery({ ...offerQuery(code), enabled: listedVoucher?.isVoucherFound === true })
  if (listedVoucher?.isVoucherFound === false || offer === null)
    return { code, isVoucherFound: false, redeemed: false }
  if (offer) return offer
  const { title, description, validFrom, validUntil } = product.voucherDetails ?? {}
  return {
    code,
    isVoucherFound: true,
    title: parseText(title),
    description: parseText(description),
    validFrom: parseInstant(validFrom),
    validUntil: parseInstant(validUntil),
    redeemed: false,
  }
}

/** Returns a function that requests the current voucher of a product and shows it. */
export function useRefreshVoucher(orderCode: string, productCode: string) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  const refresh = async () => {
    if (isPending) return
    setPending(true)
    try {
      const refreshedVoucher = await call(refreshVoucher, { params: { productCode } })
      const { code, isVoucherFound } = refreshedVoucher
      const entry: ProductVoucher = { productCode, code, isVoucherFound }
      queries.setQueryData(offerQuery(code).queryKey, isVoucherFound ? refreshedVoucher : null)
      queries.setQueryData(vouchersQuery(orderCode).queryKey, (before = []) =>
        before.some(voucher => voucher.productCode === productCode)
          ? before.map(voucher => (voucher.productCode === productCode ? entry : voucher))
          : [...before, entry],
      )
      announce(text(isVoucherFound ? 'order.voucher.refreshed' : 'order.voucher.not-found'))
    } catch (error) {
      reportFailure(error)
      toasts.add({ subject: 'voucher', kind: 'error', text: text('order.voucher.refresh-failed') })
    } finally {
      setPending(false)
    }
  }
  return { refresh, isPending }
}

/** The order system defines these details: only values of the expected form are shown. */
function parseText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function parseInstant(value: unknown): string | undefined {
  return typeof value === 'string' && Number.isFinite(Date.parse(value)) ? value : undefined
}
