import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { putProject } from '#contract/retailer-projects.ts'
import { findArticle, type Kind } from '../catalog.ts'
import { type Draft, draftPhoto, draftProduct } from '../drafts.ts'
import { lettersOf } from '../orders/order.ts'
import type { Page } from '../pages/page.ts'
import { uuidOf } from '../uuid.ts'

/** A saved project as its file keeps it: a draft order that its customer continues later. */
export const project = z.object({
  id: z.string(),
  /** Part of the address where it continues, which opens it without a sign-in. */
  key: z.string(),
  channel: z.string(),
  libraryUrl: z.string(),
  photos: z.array(draftPhoto.pick({ id: true, size: true, quantity: true })),
  /** What is made of the photos; absent: prints. */
  product: draftProduct.optional(),
  /** The state that Keepsake gets; its version rises with each change. */
  state: putProject.body,
  /** Id of the draft that saved it last; empty in those of the demo. */
  savedBy: z.string(),
  /** It was ordered: Keepsake is told, and then the file is deleted. */
  deletedAt: z.string().optional(),
  /** What Keepsake has. */
  sync: z.object({
    /** 0: none. */
    acknowledgedVersion: z.int().min(0),
    /** Id of the last preview that it has, or that cannot be had. */
    previewId: z.string().optional(),
  }),
})
export type Project = z.infer<typeof project>

export const PROJECT_ID = /^S-[A-Z0-9]{12}$/

/** What is saved of a draft. */
export type SavedDraft = Pick<Draft, 'id' | 'accountId' | 'channel' | 'libraryUrl' | 'product'> & {
  photos: Project['photos']
  /** Where the product has none: that of the prints. */
  title?: string | undefined
}

/** Id of the project that a draft becomes. Deterministic, so that saving it twice makes one project. */
export const projectIdOf = (draftId: string, former?: Draft['project']): string =>
  `S-${lettersOf(`project:${draftId}:${former ? `${former.id}:${former.version}` : ''}`)}`

export function newProject(
  page: Page,
  draft: SavedDraft,
  { id, now, origin }: { id: string; now: Date; origin: string },
): Project {
  const { accountId, channel, libraryUrl, photos, product } = draft
  const key = randomBytes(16).toString('base64url')
  const at = now.toISOString()
  return {
    id,
    key,
    channel,
    libraryUrl,
    photos: photos.map(({ id, size, quantity }) => ({ id, size, quantity })),
    product,
    savedBy: draft.id,
    sync: { acknowledgedVersion: 0 },
    state: {
      version: 1,
      accountId,
      ...factsOf(page, draft, now),
      previewId: previewIdOf(id, photos),
      editorUrl: `${origin}/projects/${id}/${key}`,
      createdAt: at,
      updatedAt: at,
    },
  }
}

/** The project with the draft's content and a new version. */
export function withContent(before: Project, page: Page, draft: SavedDraft, now: Date): Project {
  const { photos, product } = newProject(page, draft, { id: before.id, now, origin: '' })
  const { pageCount: _, ...state } = before.state
  return {
    ...before,
    photos,
    product,
    savedBy: draft.id,
    state: {
      ...state,
      version: state.version + 1,
      ...factsOf(page, { title: state.title, ...draft }, now),
      previewId: previewIdOf(before.id, photos),
      updatedAt: now.toISOString(),
    },
  }
}

/** The title of a product of this kind that has none yet. */
export const untitled = ({ text, date }: Page, kind: Kind, now: Date): string =>
  text('project.untitled', { kind: text(`kind.${kind}`), date: date(now.toISOString()) })

/** The photo that shows the project. */
export const coverOf = ({ photos }: Pick<Project, 'photos'>) =>
  photos.find(photo => photo.quantity > 0) ?? photos[0]!

/** What is shown of it, and the photos that it uses: a product all of the draft, prints those with copies. */
function factsOf(
  page: Page,
  { photos, product, title }: Pick<SavedDraft, 'photos' | 'product' | 'title'>,
  now: Date,
) {
  const article = findArticle(product?.article)
  if (product && article)
    return {
      title: product.title,
      articleName: article.code,
      ...(article.book && { pageCount: article.book.pages }),
      photoIds: photos.map(({ id }) => id),
    }
  const printed = photos.filter(({ quantity }) => quantity > 0)
  const prints = printed.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    title: title ?? untitled(page, 'prints', now),
    // Prints have a size each, and so no article of their own.
    articleName: page.counted('summary.prints', prints),
    photoIds: printed.map(({ id }) => id),
  }
}

/** An id stands for one picture: the same photo has the same one in all versions of the project. */
const previewIdOf = (id: string, photos: Project['photos']) =>
  uuidOf(`preview:${id}:${coverOf({ photos }).id}`)
