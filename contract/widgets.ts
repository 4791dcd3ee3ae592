import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { decodeBase64Text } from './input/base64-text.ts'
import { recipientEmail } from './input/recipient-email.ts'
import { text } from './input/text.ts'
import { widgetDetails, widgetShare } from './input/widget.ts'
import { orderCode } from './retailer-orders.ts'
import { count, instant } from './scalars.ts'

/*
 * Widgets: digital versions of ordered products, shared by a link. Their id is the code of the
 * ordered product.
 */

/** Orders of one call. */
export const WIDGET_ORDERS_MAX = 100

/** `reason` of a 409: the widget cannot be shared or added to the gallery. */
export const WIDGET_CONFLICTS = ['order-blocked', 'no-pictures', 'in-gallery', 'changed'] as const
export type WidgetConflict = (typeof WIDGET_CONFLICTS)[number]

export const GALLERY_STATES = ['pending', 'approved', 'rejected'] as const
export type GalleryState = (typeof GALLERY_STATES)[number]

const widget = z.object({
  productCode: z.string(),
  orderCode: z.string(),
  title: z.string(),
  description: z.string(),
  /** Product type, such as 'Photo book'. */
  productName: z.string().optional(),
  pageCount: count,
  /** Width of a page divided by its height. */
  aspectRatio: z.number(),
  /** A picture that expires with the answer; null when all its photos were deleted. */
  previewUrl: z.string().nullable(),
  /** A thumbhash in base64url. */
  placeholder: z.string().optional(),
  /** The public page for everyone with the link; null while the widget is not shown. */
  publicUrl: z.string().nullable(),
  createdAt: instant,
  /** Whether the order is blocked: its widget is neither shown nor shared. */
  blocked: z.boolean(),
  galleryEntryId: z.string().nullable(),
  /** The channel of its gallery entry. */
  galleryChannel: z.string().nullable(),
  /** A GalleryState; open, so that clients accept later states. */
  galleryState: z.string().nullable(),
})
export type Widget = z.infer<typeof widget>

const params = z.object({ code: orderCode })

export const getWidget = endpoint('GET', 'widgets', '/v1/widget/:code', {
  policy: 'customer',
  summary: 'A widget of the caller by the code of its product (AA-095)',
  params,
  answer: widget,
  errors: ['not-found'],
})

export const getWidgets = endpoint('GET', 'widgets', '/v1/widget/all', {
  policy: 'customer',
  summary: 'The widgets of the caller’s orders, newest first; other orders are left out (AA-095)',
  query: z.strictObject({
    orderCodes: z.preprocess(
      value => (typeof value === 'string' ? value.split(',') : value),
      z.array(orderCode).min(1).max(WIDGET_ORDERS_MAX),
    ),
  }),
  answer: z.object({ widgets: z.array(widget) }),
})

export const updateWidget = endpoint('POST', 'widgets', '/v1/widget/:code', {
  policy: 'customer',
  summary: 'Changes title and description of the caller’s widget (AA-096)',
  params,
  body: z.object(widgetDetails),
  answer: widget,
  isConditional: true,
  errors: ['not-found'],
})

export const deleteWidget = endpoint('DELETE', 'widgets', '/v1/widget/:code', {
  policy: 'customer',
  summary: 'Deletes the caller’s widget (AA-096): its link and its gallery entry end at once',
  params,
  errors: ['not-found'],
})

export const restoreWidget = endpoint('POST', 'widgets', '/v1/widget/:code/restore', {
  policy: 'customer',
  summary:
    'Restores a deleted widget with its link and its gallery entry; a widget that is not deleted stays as it is',
  params,
  answer: widget,
  errors: ['not-found'],
})

export const replaceWidgetLink = endpoint('POST', 'widgets', '/v1/widget/:code/link', {
  policy: 'customer',
  summary: 'Gives the caller’s widget another link; the one before ends at once',
  params,
  answer: widget,
  errors: ['not-found'],
})

/** A mail address in base64 or base64url of its UTF-8. */
const base64Email = z
  .string()
  .max(500)
  .transform((value, context) => {
    const decodedText = decodeBase64Text(value)
    if (decodedText === null) context.addIssue('not-valid')
    return decodedText ?? z.NEVER
  })
  .pipe(recipientEmail)

export const shareWidget = endpoint('PUT', 'widgets', '/v1/widget/:id/share', {
  policy: 'customer',
  summary:
    'Mails the link of the caller’s widget to an address (AA-097). 409 has a reason (WIDGET_CONFLICTS)',
  params: z.object({ id: orderCode }),
  query: z.strictObject({
    /** The vendor of the caller's brand. */
    vendorId: text({ min: 1, max: 100 }),
    ...widgetShare,
    toEmailAddress: base64Email,
  }),
  errors: ['not-found', 'conflict'],
})

export const getBlockedOrder = endpoint('GET', 'widgets', '/v1/blockedorders/:id', {
  policy: 'public',
  requestsPerMinute: 60,
  summary: 'Whether an order is blocked (AA-099, OP-76); nothing else is told of it',
  params: z.object({ id: orderCode }),
  answer: z.object({ id: z.string(), blocked: z.boolean() }),
  errors: ['not-found'],
})
