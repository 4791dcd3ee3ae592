import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { putProject } from '#contract/retailer-projects.ts'
import { findArticle, type Kind } from '../catalog.ts'
import { type Draft, draftPhoto, draftProduct, selectPhotos } from '../drafts.ts'
import { deriveLetters } from '../orders/order.ts'
import type { Page } from '../pages/page.ts'

/** The file of a saved project: a draft order that its customer continues later. */
export const project = z.object({
  id: z.string(),
  /** Part of the address where it continues, which opens it without a sign-in. */
  key: z.string(),
  channel: z.string(),
  libraryUrl: z.string(),
  photos: z.array(draftPhoto.pick({ id: true, size: true, quantity: true })),
  /** The product; absent: prints. */
  product: draftProduct.optional(),
  /** The state that Keepsake receives; its version increases with each change. */
  state: putProject.body,
  /** Id of the draft that saved it last; empty for demo projects. */
  savedBy: z.string(),
  /** Set when it was ordered: the deletion is sent to Keepsake, and then the file is deleted. */
  deletedAt: z.string().optional(),
})
export type Project = z.infer<typeof project>

/** The saved parts of a draft. */
type SavedDraft = Pick<Draft, 'id' | 'accountId' | 'channel' | 'libraryUrl' | 'product'> & {
  photos: Project['photos']
  /** Title of a product without its own, such as prints. */
  title?: string | undefined
}

/** Derives the id of the project that a draft becomes. Deterministic, so that saving it twice makes one project. */
export const deriveProjectId = (draftId: string, formerProject?: Draft['project']): string =>
  `S-${deriveLetters(`project:${draftId}:${formerProject ? `${formerProject.id}:${formerProject.version}` : ''}`)}`

/** Creates the project that a draft becomes, or the next version of one, with the content of the draft. */
export function createProject(
  page: Page,
  draft: SavedDraft,
  { id, now, origin }: { id: string; now: Date; origin: string },
  before?: Project,
): Project {
  const { accountId, channel, libraryUrl, product } = draft
  const photos = draft.photos.map(({ id, size, quantity }) => ({ id, size, quantity }))
  const key = randomBytes(16).toString('base64url')
  const at = now.toISOString()
  return {
    ...(before ?? { id, key, channel, libraryUrl }),
    photos,
    product,
    savedBy: draft.id,
    state: {
      ...(before?.state ?? { accountId, editorUrl: `${origin}/projects/${id}/${key}`, createdAt: at }),
      version: (before?.state.version ?? 0) + 1,
      ...createDisplayedFields(page, { title: before?.state.title, ...draft }, now),
      // The same photo has the same preview in all versions.
      previewId: deriveUuid(`preview:${id}:${getCover({ photos }).id}`),
      updatedAt: at,
    },
  }
}

/** Creates the default title of a product of this kind. */
export const createDefaultTitle = ({ text, date }: Page, kind: Kind, now: Date): string =>
  text('project.untitled', { kind: text(`kind.${kind}`), date: date(now.toISOString()) })

/** Returns the preview photo of the project. */
export const getCover = ({ photos }: Pick<Project, 'photos'>) =>
  photos.find(photo => photo.quantity > 0) ?? photos[0]!

/** Creates the displayed facts of a project, and its photos: a product has all of the draft, prints those with copies. */
function createDisplayedFields(
  page: Page,
  { photos, product, title }: Pick<SavedDraft, 'photos' | 'product' | 'title'>,
  now: Date,
) {
  const article = findArticle(product?.article)
  if (product && article)
    return {
      title: product.title,
      articleName: article.code,
      pageCount: article.pages?.pageCount,
      photoIds: selectPhotos(article, photos).map(({ id }) => id),
    }
  const printedPhotos = photos.filter(({ quantity }) => quantity > 0)
  const prints = printedPhotos.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    title: title ?? createDefaultTitle(page, 'prints', now),
    // Each print has a size, so prints have no common article.
    articleName: page.plural('summary.prints', prints),
    pageCount: undefined,
    photoIds: printedPhotos.map(({ id }) => id),
  }
}

/** Derives a UUID from a text, which it does not reveal. */
export function deriveUuid(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  // Version 8 and the variant of RFC 9562.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whether the project's announced date has passed; Keepsake deletes its own copy then. */
export const isExpired = ({ state }: Project, now: Date): boolean =>
  state.expiresAt !== undefined && new Date(state.expiresAt) <= now
