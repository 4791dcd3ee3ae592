import type { z } from 'zod'
import type { Brand } from '#contract/brands.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import type { shareWidget as contract } from '#contract/widgets.ts'
import type { Context } from '../../../context.ts'
import { Failure, requireFound } from '../../../http/failure.ts'
import { MailError, type MailMessage } from '../../../platform/mail/mail.ts'
import { preventAutoLinks } from '../../../platform/mail/prevent-auto-links.ts'
import { createBrandMail, getBrandById } from '../../brands/index.ts'
import { findActiveCustomer } from '../../customers/index.ts'
import { type RateLimit, requireAttempt } from '../../identity/index.ts'
import { sendMail, WIDGET_SHARE } from '../../mails/index.ts'
import { getDetails } from '../present.ts'
import { toPicturePath, toPublicPath } from '../public-address.ts'
import { getShareableWidget } from '../shareable.ts'
import type { OrderedWidget } from '../store.ts'

/** Rate limit of an account. */
const SHARE_LIMIT: RateLimit = { name: 'widget-share', max: 20, minutes: 60 }
/** Rate limit of a recipient over all senders, so that several accounts cannot flood one mailbox. */
const RECIPIENT_LIMIT: RateLimit = { name: 'widget-received', max: 10, minutes: 24 * 60 }

type Share = z.output<typeof contract.query>

/**
 * Mails the link of a widget. The address is stored only as the keyed hash of its rate limit, therefore the
 * mail is sent before the answer and the sender retries after a failure. 400 for another vendor, 404 for an unknown
 * widget, 409 for one that cannot be shown, 429 above 20 an hour, 503 when the mail was not sent.
 */
export async function shareWidget(
  ctx: Context,
  accountId: string,
  productCode: string,
  { vendorId, fromName, personalMessage, toEmailAddress }: Share,
): Promise<void> {
  const customer = requireFound(await findActiveCustomer(ctx.db, accountId), 'Customer')
  if (vendorId !== customer.vendor)
    throw new Failure('bad-request', 'The account is of another vendor', { fields: { vendorId: 'unknown' } })
  const { widget, photoIds } = await getShareableWidget(ctx, accountId, productCode)
  await checkRate(ctx, SHARE_LIMIT, accountId)
  await checkRate(ctx, RECIPIENT_LIMIT, normalizeEmail(toEmailAddress))
  const brand = getBrandById(customer.brand_id)
  const mail = renderShareEmail(
    ctx,
    { brand, widget, photoId: photoIds[0]! },
    {
      fromName,
      message: personalMessage,
      to: toEmailAddress,
    },
  )
  if (!(await sendShareEmail(ctx, accountId, mail)))
    throw new Failure('bad-request', 'No mail can be sent there', { fields: { toEmailAddress: 'not-valid' } })
  ctx.log.info({ accountId, product: productCode }, 'widget mailed')
}

async function sendShareEmail(ctx: Context, accountId: string, mail: MailMessage): Promise<boolean> {
  try {
    return await sendMail(ctx, { accountId, kind: WIDGET_SHARE }, mail)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    ctx.log.warn({ err: error, accountId }, 'widget was not mailed')
    throw new Failure('unavailable', 'The mail could not be sent')
  }
}

async function checkRate(ctx: Context, limit: RateLimit, subject: string): Promise<void> {
  await requireAttempt(ctx, limit, subject, 'Too many mails')
}

/** Renders the mail with which a customer shares a widget. The customer's words are plain text without links. */
function renderShareEmail(
  ctx: Context,
  { brand, widget, photoId }: { brand: Brand; widget: OrderedWidget; photoId: string },
  { fromName, message, to }: { fromName: string; message: string | undefined; to: string },
): MailMessage {
  const { text, link, render } = createBrandMail(ctx.config, brand)
  const name = preventAutoLinks(fromName)
  const title = preventAutoLinks(getDetails(widget).title)
  return render({
    to,
    subject: text('mail.widget-share.subject', { name }),
    picture: {
      address: link(toPicturePath(widget.public_id, photoId, 800)),
      description: title,
    },
    body: text('mail.widget-share.text', { name, title }),
    quote: message ? preventAutoLinks(message) : undefined,
    action: text('mail.widget-share.action'),
    address: link(toPublicPath(widget.public_id)),
    note: text('mail.widget-share.note', { name, brand: brand.name }),
  })
}
