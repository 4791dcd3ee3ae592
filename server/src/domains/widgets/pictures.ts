import type { Context } from '../../context.ts'
import { findAvailablePhotoIds, findPhotos, type PhotoRow } from '../photos/index.ts'
import { listWidgets, type WidgetRow } from './store.ts'
import type { WidgetBody } from './tables.ts'

/** Lists the photos of a widget, in the order of its pages. */
export const listPhotoIds = ({ pages }: WidgetBody): string[] => [
  ...new Set(pages.flatMap(page => page.pictures.map(({ photoId }) => photoId))),
]

/**
 * Lists the photos on the pages of the account's widgets that were not deleted, restricted to `photoIds` if they are
 * defined.
 */
export async function listPhotosOfWidgets(
  db: Context['db'],
  accountId: string,
  photoIds: readonly string[] | undefined,
): Promise<{ photo_id: string; product_code: string; created_at: Date }[]> {
  const wantedIds = photoIds && new Set(photoIds)
  return (await listWidgets(db, accountId)).flatMap(({ body, product_code, created_at }) =>
    listPhotoIds(body)
      .filter(id => wantedIds?.has(id) ?? true)
      .map(photo_id => ({ photo_id, product_code, created_at })),
  )
}

/** Finds the photos of widgets that are in the library of their account now, by product code. */
export async function findShownPhotoIds(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  widgets: readonly WidgetRow[],
): Promise<Map<string, string[]>> {
  const ids = widgets.map(({ body }) => listPhotoIds(body))
  const available = await findAvailablePhotoIds(db, accountId, [...new Set(ids.flat())])
  return new Map(
    widgets.map(({ product_code }, index) => [product_code, ids[index]!.filter(id => available.has(id))]),
  )
}

/** Finds the preview photo of each widget: the first one that is still in the library. */
export async function findPreviewPhotos(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  photoIdsByCode: ReadonlyMap<string, string[]>,
): Promise<Map<string, PhotoRow>> {
  const firstPhotos = [...photoIdsByCode].flatMap(([code, [first]]) =>
    first ? [[code, first] as const] : [],
  )
  const photos = await findPhotos(db, accountId, [...new Set(firstPhotos.map(([, id]) => id))])
  return new Map(
    firstPhotos.flatMap(([code, id]) => {
      const photo = photos.find(({ photo_id }) => photo_id === id)
      return photo ? [[code, photo]] : []
    }),
  )
}
