import type { Brand } from '#contract/brands.ts'
import type { Context } from '../../../context.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { renderEmail } from '../../../platform/mail/email-template.ts'
import type { MailMessage } from '../../../platform/mail/mail.ts'
import { preventAutoLinks } from '../../../platform/mail/prevent-auto-links.ts'
import { createEmailLink, toEmailDesign } from '../../brands/index.ts'
import { getDetails } from '../present.ts'
import { toPicturePath, toPublicPath } from '../public-address.ts'
import type { OrderedWidget } from '../store/widgets.ts'

/** Renders the mail with which a customer shares a widget. The customer's words are plain text without links. */
export function renderShareEmail(
  ctx: Context,
  { brand, widget, photoId }: { brand: Brand; widget: OrderedWidget; photoId: string },
  { fromName, message, to }: { fromName: string; message: string | undefined; to: string },
): MailMessage {
  const text = getTranslator(brand.locale)
  const name = preventAutoLinks(fromName)
  const title = preventAutoLinks(getDetails(widget).title)
  return renderEmail(toEmailDesign(ctx.config, brand), {
    to,
    lang: brand.locale,
    subject: text('mail.widget-share.subject', { name }),
    picture: {
      address: createEmailLink(ctx.config, brand, toPicturePath(widget.public_id, photoId, 800)),
      description: title,
    },
    body: text('mail.widget-share.text', { name, title }),
    quote: message ? preventAutoLinks(message) : undefined,
    action: text('mail.widget-share.action'),
    address: createEmailLink(ctx.config, brand, toPublicPath(widget.public_id)),
    note: text('mail.widget-share.note', { name, brand: brand.name }),
    footer: text('mail.footer', { brand: brand.name }),
  })
}
