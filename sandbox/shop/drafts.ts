import { z } from 'zod'
import type { Article } from './catalog.ts'

export const draftPhoto = z.object({
  id: z.string(),
  position: z.int(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  /** Code of the print size. */
  size: z.string(),
  /** 0: not printed. */
  quantity: z.int().min(0),
})
export type DraftPhoto = z.infer<typeof draftPhoto>

/** A product with the photos of the draft, instead of prints. */
export const draftProduct = z.object({
  /** Code of the article. */
  article: z.string(),
  title: z.string(),
  quantity: z.int().min(1),
  /** The business that orders a studio pack. */
  company: z.string().optional(),
  /** Whether the prints of the draft are ordered with it; only of a frame. */
  withPrints: z.literal(true).optional(),
})
export type DraftProduct = z.infer<typeof draftProduct>

/** A draft order, composed from a temporary selection; its id is the selection's. */
export const draft = z.object({
  id: z.string(),
  /**
   * Hash of the cookie of the browser that opened it first; empty before. Other browsers are refused, even with the
   * address.
   */
  visitor: z.string(),
  accountId: z.string(),
  channel: z.string(),
  libraryUrl: z.string(),
  /** The page of the original order of a reorder. */
  returnUrl: z.string().optional(),
  expires: z.string(),
  photos: z.array(draftPhoto),
  /** The ordered product; absent: prints. */
  product: draftProduct.optional(),
  /** The project that it was saved as, or continues, with its version. */
  project: z.object({ id: z.string(), version: z.int() }).optional(),
})
export type Draft = z.infer<typeof draft>

/** Lists the photos that are printed: those with copies, unless another product is ordered without prints. */
export const listPrints = <Photo extends { quantity: number }>({
  photos,
  product,
}: {
  photos: readonly Photo[]
  product?: DraftProduct | undefined
}): Photo[] => (product && !product.withPrints ? [] : photos.filter(({ quantity }) => quantity > 0))

/** Selects the photos that an article shows, in the order of the draft. */
export const selectPhotos = <Photo>({ photosMax }: Article, photos: readonly Photo[]): readonly Photo[] =>
  photos.slice(0, photosMax)

/** Whether the selection of a draft has expired. */
export const isDraftExpired = ({ expires }: Draft, now: Date): boolean => new Date(expires) <= now

/**
 * Divides photos, in their order, as evenly as possible among the pages of a book: its cover, and as many other pages as
 * it has and they need.
 */
export function layOutBook<Photo>(photos: readonly Photo[], pages: number): Photo[][] {
  const [cover, ...rest] = photos
  if (cover === undefined) return []
  const count = Math.min(pages - 1, rest.length)
  const [base, larger] = [Math.floor(rest.length / count), rest.length % count]
  const getStart = (page: number) => page * base + Math.min(page, larger)
  return [
    [cover],
    ...Array.from({ length: count }, (_, page) => rest.slice(getStart(page), getStart(page + 1))),
  ]
}
