import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { text } from './input/text.ts'
import { galleryEntryDetails } from './input/widget.ts'
import { orderCode } from './retailer-orders.ts'
import { instant } from './scalars.ts'

/* The public gallery: widgets that customers show to everyone, once the retailer has approved them. */

const channel = text({ min: 1, max: 100 })

const galleryEntry = z.object({
  id: z.string(),
  widgetId: z.string(),
  title: z.string(),
  description: z.string(),
  categoryId: z.string(),
  authorName: z.string(),
  channel: z.string(),
  /** A GalleryState. */
  state: z.string(),
  /** Incremented with each change by its author. */
  version: z.int(),
  updatedAt: instant,
})
export type GalleryEntry = z.infer<typeof galleryEntry>

export const createGalleryEntry = endpoint('POST', 'widgets', '/v1/galleryentries/', {
  policy: 'customer',
  summary:
    'Puts the caller’s widget into the gallery of a channel; it awaits approval (AA-098). 409 has a reason (WIDGET_CONFLICTS)',
  body: z.object({ widgetId: orderCode, channel, ...galleryEntryDetails }),
  answer: galleryEntry,
  status: 201,
  errors: ['not-found', 'conflict'],
})

export const getGalleryEntry = endpoint('GET', 'widgets', '/v1/galleryentries/:id', {
  policy: 'customer',
  summary: 'A gallery entry of the caller (AA-098)',
  params: z.object({ id: idInput }),
  query: z.strictObject({ channel }),
  answer: galleryEntry,
  errors: ['not-found'],
})

export const updateGalleryEntry = endpoint('PUT', 'widgets', '/v1/galleryentries/:id', {
  policy: 'customer',
  summary:
    'Changes the gallery entry of the caller’s widget, which then awaits approval again; the same content changes nothing (AA-098)',
  params: z.object({ id: orderCode }),
  query: z.strictObject({ channel }),
  body: z.object(galleryEntryDetails),
  answer: galleryEntry,
  errors: ['not-found', 'conflict'],
})

export const deleteGalleryEntry = endpoint('DELETE', 'widgets', '/v1/galleryentries/:id', {
  policy: 'customer',
  summary: 'Removes a gallery entry of the caller (AA-098)',
  params: z.object({ id: idInput }),
  query: z.strictObject({ channel }),
  errors: ['not-found'],
})

const category = z.object({ id: z.string(), name: z.string() })
export type Category = z.infer<typeof category>

export const getCategories = endpoint('GET', 'widgets', '/v1/categories', {
  policy: 'customer',
  summary: 'The gallery’s categories, named in the language of the brand (AA-099)',
  answer: z.object({ categories: z.array(category) }),
})
