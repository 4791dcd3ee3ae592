import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { feedInstant } from './feed-dates.ts'
import { accountIdInput, idInput } from './id.ts'
import { nameText, text } from './input/text.ts'
import { widgetDescription, widgetTitle } from './input/widget.ts'
import { cursor, nextCursor } from './paging.ts'
import { orderCode } from './retailer-orders.ts'
import { listBack, readBack, submission, submissionResult, version } from './retailer-states.ts'
import { instant } from './scalars.ts'
import { GALLERY_STATES } from './widgets.ts'

/* Widgets as the retailer sends them, each time the whole state with its version, and the moderation of the gallery. */

/** Most pages of a widget. */
const PAGES_MAX = 300
/** Maximum number of pictures and words of one page. */
export const PICTURES_MAX = 9
const WORDS_MAX = 300
/** Gallery entries per call. */
export const GALLERY_PAGE = 100

const page = z.strictObject({
  /** Photos of the customer's library, in reading order. */
  pictures: z.array(z.strictObject({ photoId: idInput })).max(PICTURES_MAX),
  text: z.optional(text({ max: WORDS_MAX })),
})
export type WidgetPage = z.infer<typeof page>

/** In any unit; only the aspect ratio is used. */
const pageSize = z.strictObject({ width: z.int().min(1).max(10_000), height: z.int().min(1).max(10_000) })

export const retailerWidget = z.strictObject({
  version,
  orderCode,
  title: widgetTitle,
  description: z.optional(widgetDescription),
  /** Product type in the customer's language: 'Photo book'. */
  productName: z.optional(nameText({ max: 100 })),
  createdAt: feedInstant,
  pageSize: pageSize.optional(),
  /** The first one is the cover. */
  pages: z.array(page).min(1).max(PAGES_MAX),
})
export type RetailerWidget = z.infer<typeof retailerWidget>

export const putWidget = submission('widgets', '/retailer/widgets/:code', {
  serviceScope: 'widgets:write',
  summary: 'Stores a version of the widget of an ordered product, which may arrive before the order (AA-092)',
  params: z.object({ code: orderCode }),
  body: retailerWidget.extend({ accountId: accountIdInput }),
})

export const getRetailerWidget = readBack(putWidget, {
  summary:
    'The widget of an ordered product as it was sent last; 404 once its customer has deleted it for good',
})
export const getRetailerWidgets = listBack(putWidget, { summary: 'Widgets that were sent since an instant' })

const channel = text({ min: 1, max: 100 })

/** An entry with its content, which a removed entry lacks. */
const moderatedEntry = z.object({
  id: z.string(),
  /** 'removed': must no longer be shown, for any reason. */
  state: z.enum(['approved', 'pending', 'removed']),
  version: z.int().optional(),
  widgetId: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  categoryId: z.string().optional(),
  authorName: z.string().optional(),
  /** The page of the widget, and a picture of it that pages of other sites may embed. */
  publicUrl: z.string().optional(),
  previewUrl: z.string().optional(),
  updatedAt: instant,
})
export type ModeratedEntry = z.infer<typeof moderatedEntry>

export const getGalleryEntries = endpoint('GET', 'widgets', '/retailer/galleryentries', {
  policy: 'service',
  serviceScope: 'gallery:moderate',
  summary:
    'What the gallery of a channel shows, or what awaits approval, in the order of the changes; since an instant with what was removed (AA-098)',
  query: z.strictObject({
    channel,
    state: z.enum(['approved', 'pending']).default('approved'),
    since: instant.optional(),
    cursor,
  }),
  answer: z.object({
    entries: z.array(moderatedEntry),
    cursor: nextCursor,
  }),
})

export const putGalleryEntryState = submission('widgets', '/retailer/galleryentries/:id/state', {
  serviceScope: 'gallery:moderate',
  summary:
    'Approves or rejects the version of a gallery entry that was seen; 409 when its author has changed it since (AA-098)',
  params: z.object({ id: idInput }),
  body: z.strictObject({ state: z.enum(GALLERY_STATES).exclude(['pending']), version: z.int().min(1) }),
  answer: z.object({
    ...submissionResult,
    id: z.string(),
    state: z.enum(GALLERY_STATES),
    version: z.int(),
    /** False when this was decided before. */
    stored: z.boolean(),
  }),
})
