import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { putOffer, putVoucher, RetailerVoucher } from '#contract/retailer-vouchers.ts'
import type { Context } from '../../context.ts'
import { checkPastInstants } from '../../http/past-instants.ts'
import { requireAllVendors } from '../../http/service-access.ts'
import type { Submission } from '../../http/submission.ts'
import { findRow, lockRow, upsertNewerRow } from '../../platform/db/rows.ts'
import { receiveAccountVersion } from '../customers/index.ts'
import { publishProductChange } from '../orders/index.ts'
import { receiveVersion } from '../services/index.ts'

/**
 * Stores a version of the voucher of an ordered product, answers whether it did, and publishes it to open pages. 404
 * for an unknown or erased account; a voucher of another account and other content under the same version are
 * conflicts.
 */
export async function upsertVoucher(
  ctx: Context,
  productCode: string,
  accountId: string,
  { version, code, ...body }: RetailerVoucher,
  submission?: Submission,
): Promise<Answer<typeof putVoucher>> {
  checkPastInstants(ctx, { redeemedAt: body.redeemedAt }, submission)
  const incoming = { accountId, version, content: { code, ...body }, submission }
  const { receipt } = await receiveAccountVersion(ctx, incoming, () => ({
    read: tx => lockRow(tx, 'vouchers', { product_code: productCode }),
    getContent: row => ({ code: row.code, ...row.body }),
    conflictMessage: 'The voucher of this product belongs to another account',
    write: tx =>
      upsertNewerRow(tx, 'vouchers', ['product_code'], {
        product_code: productCode,
        account_id: accountId,
        code,
        version,
        body: JSON.stringify(body),
        updated_at: ctx.clock.now(),
      }),
    publish: tx => publishProductChange(ctx, tx, accountId, productCode, 'voucher-changed'),
  }))
  return receipt
}

/** Stores a version of an offer; answers whether it did. Same version with other content: conflict. */
export async function upsertOffer(
  ctx: Context,
  optionCode: string,
  { version, ...body }: z.output<typeof putOffer.body>,
  submission?: Submission,
): Promise<Answer<typeof putOffer>> {
  const findOwner = async () => {
    requireAllVendors(submission?.service)
    return { accountId: null, vendors: null }
  }
  const { receipt } = await receiveVersion(ctx, { version, content: body, submission, findOwner }, () => ({
    read: tx => findRow(tx.db, 'voucher_offers', { option_code: optionCode }),
    getContent: row => row.body,
    write: tx =>
      upsertNewerRow(tx, 'voucher_offers', ['option_code'], {
        option_code: optionCode,
        version,
        body: JSON.stringify(body),
        updated_at: ctx.clock.now(),
      }),
  }))
  return receipt
}
