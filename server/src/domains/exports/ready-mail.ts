import { findBrandByChannel } from '#brands/index.ts'
import type { Context } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { createEndFormat } from '../../platform/mail/request-facts.ts'
import { createBrandMail, getBrandById } from '../brands/index.ts'
import { type Customer, findCustomer } from '../customers/index.ts'
import { sendMail } from '../mails/index.ts'
import { checkExport } from './check-originals.ts'
import type { ExportRef } from './job-kinds.ts'
import { type ChunkSummary, type ExportRow, findExport, listChunks, updateExport } from './store.ts'

/**
 * Checks the originals of the export and mails the link of the download page, with the number of photos
 * that cannot be read, in the customer's language and the design of the channel's brand. Sent once, except that a crash
 * between the mail server's response and `mailed_at` sends it again.
 */
export async function sendReadyMail(ctx: Context, { accountId, backupId }: ExportRef): Promise<void> {
  const row = await findExport(ctx.db, accountId, backupId, ctx.clock.now())
  const customer = await findCustomer(ctx.db, accountId)
  if (row?.state !== 'ready' || row.mailed_at || !customer || customer.deleted_at) return
  await checkExport(ctx, row)
  const chunks = await listChunks(ctx.db, row)
  const mail = { accountId, kind: 'export-ready' } as const
  await sendMail(ctx, mail, renderReadyMail(ctx.config, row, customer, chunks))
  await updateExport(ctx.db, { accountId, backupId }, { mailed_at: ctx.clock.now() })
}

function renderReadyMail(
  config: Pick<Config, 'publicOrigin' | 'port'>,
  row: ExportRow,
  customer: Customer,
  chunks: readonly ChunkSummary[],
): MailMessage {
  const brand = findBrandByChannel(row.channel) ?? getBrandById(customer.brand_id)
  const { text, locale, link, requestFacts, render } = createBrandMail(config, brand, customer.locale)
  const date = createEndFormat(locale, brand.timeZone)(row.expires_at!)
  const missingCount = chunks.reduce((sum, chunk) => sum + chunk.missing, 0)
  const values = { photos: row.photos - missingCount, parts: chunks.length, date }
  const body = [text('mail.export-ready.text', values)]
  if (missingCount > 0)
    body.push(
      text('mail.export-ready.missing', { count: missingCount, file: text('downloads.missing.file') }),
    )
  return render({
    to: customer.email,
    subject: text('mail.export-ready.subject'),
    body: body.join(' '),
    facts: requestFacts({ account: customer.email, requestedAt: row.created_at }),
    action: text('mail.export-ready.action'),
    note: text('mail.export-ready.note'),
    address: link(`/my-photos/exports/${row.backup_id}`),
  })
}
