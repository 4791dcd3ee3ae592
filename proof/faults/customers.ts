import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { brands } from '#brands/index.ts'
import { uploadBuffer } from '#sandbox/demo/upload-buffer.ts'
import { type Context, change } from '#server/context.ts'
import {
  computePeriod,
  createCustomer,
  findCustomer,
  findTimeZone,
  toRetentionFacts,
} from '#server/domains/customers/index.ts'
import { mailStatusJob } from '#server/domains/customers/job-kinds.ts'
import { requestExport } from '#server/domains/exports/exports.ts'
import { toOriginalKey } from '#server/domains/photos/blob-keys.ts'
import { listOriginals } from '#server/domains/photos/store/originals.ts'
import { createManualClock } from '#server/platform/clock/clock.testing.ts'
import { findRow, insertRow } from '#server/platform/db/rows.ts'
import { heic, jpeg } from '#server/testing/pictures.ts'

const BRAND = brands.find(({ id }) => id === 'keepsake-gb')!
const DAY_MS = 86_400_000

interface NewBusiness {
  registeredAt?: Date
  /** The mail server has no mailbox of an address that begins with 'no-mailbox'. */
  emailPrefix?: string
}

export async function createBusiness(
  ctx: Context,
  { registeredAt = ctx.clock.now(), emailPrefix = '' }: NewBusiness = {},
): Promise<string> {
  const accountId = await change(ctx, tx =>
    createCustomer(tx, {
      email: `${emailPrefix}${randomUUID()}@keepsake.test`,
      brandId: BRAND.id,
      locale: 'en-GB',
      registeredAt,
      businessStatus: 'Active',
    }),
  )
  return accountId!
}

/** Sends jobs that mail a business that it was activated. */
export async function sendMails(ctx: Context, count: number, business: NewBusiness = {}): Promise<void> {
  const accountId = await createBusiness(ctx, business)
  const payloads = Array.from({ length: count }, () => ({ accountId, status: 'Active' as const }))
  await change(ctx, tx => ctx.jobs.send(tx, mailStatusJob, payloads))
}

/** Creates a library whose deletion date has come, with the reminder that has to precede it. */
export async function createDueLibrary(ctx: Context): Promise<void> {
  const registeredAt = new Date(ctx.clock.now().getTime() - 552 * DAY_MS)
  const earlierContext: Context = { ...ctx, clock: createManualClock(registeredAt) }
  const accountId = await createBusiness(earlierContext, { registeredAt })
  await uploadBuffer(earlierContext, accountId, 'old.jpg', await jpeg())
  const customer = (await findCustomer(ctx.db, accountId))!
  const { deletion } = computePeriod(toRetentionFacts(customer), findTimeZone(customer.brand_id)!)
  const reminded = new Date(deletion.getTime() - 30 * DAY_MS)
  await insertRow(ctx.db, 'retention_notices', {
    account_id: accountId,
    deadline: deletion,
    days_before: 30,
    state: 'sent',
    brand_id: customer.brand_id,
    due_at: reminded,
    sent_at: reminded,
  })
}

/** Uploads a photo, removes its original from the storage when it can be shown, and requests a zip with it. */
export async function exportLostOriginal(ctx: Context): Promise<void> {
  const accountId = await createBusiness(ctx)
  await uploadBuffer(ctx, accountId, 'lost.jpg', await jpeg())
  while (!(await findRow(ctx.db, 'photos', { account_id: accountId, state: 'ready' }))) await wait(200)
  await ctx.blobs.remove((await listOriginals(ctx.db, accountId)).map(toOriginalKey))
  await requestExport(ctx, accountId, BRAND.channel)
}

/** Creates a HEIC that the decoder refuses by the sizes in its header: it would need gigabytes. */
export async function createHugeHeic(): Promise<Buffer> {
  const file = await heic()
  for (let at = file.indexOf('ispe'); at >= 0; at = file.indexOf('ispe', at + 4)) {
    file.writeUInt32BE(17_000, at + 8)
    file.writeUInt32BE(17_000, at + 12)
  }
  file[file.indexOf('hvcC') + 4 + 16]! |= 3
  return file
}
