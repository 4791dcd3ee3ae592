import * as z from 'zod/mini'
import { GALLERY_CATEGORIES } from '../gallery-categories.ts'
import { recipientEmail } from './recipient-email.ts'
import { lineText, text } from './text.ts'

export const WIDGET_TITLE_MAX = 80
export const WIDGET_DESCRIPTION_MAX = 500
export const SHARE_MESSAGE_MAX = 500
export const SHOWN_NAME_MAX = 50

export const widgetTitle = lineText({ max: WIDGET_TITLE_MAX })
export const widgetDescription = text({ max: WIDGET_DESCRIPTION_MAX })

/** The fields of a widget that a customer can change. */
export const widgetDetails = { title: widgetTitle, description: widgetDescription }
export const widgetForm = z.strictObject(widgetDetails)

/** Sender's name and plain-text message of a shared widget. */
export const widgetShare = {
  fromName: lineText({ max: SHOWN_NAME_MAX }),
  personalMessage: z.optional(text({ max: SHARE_MESSAGE_MAX })),
}

/** The form of the share screen; the call sends the address in base64. */
export const widgetShareForm = z.strictObject({ ...widgetShare, toEmailAddress: recipientEmail })

export const galleryEntryDetails = {
  title: widgetTitle,
  description: widgetDescription,
  categoryId: z.enum(GALLERY_CATEGORIES),
  authorName: lineText({ max: SHOWN_NAME_MAX }),
}
export const galleryEntryForm = z.strictObject(galleryEntryDetails)
export type GalleryEntryInput = z.infer<typeof galleryEntryForm>
export type WidgetShareInput = z.infer<typeof widgetShareForm>
