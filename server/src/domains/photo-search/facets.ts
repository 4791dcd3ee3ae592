import type { Context } from '../../context.ts'
import { listAlbumNames } from '../albums/index.ts'
import { listOrderedTitles } from '../orders/index.ts'
import { listCameras } from '../photos/index.ts'
import { listProjectTitles } from '../projects/index.ts'

/** A camera, album or product of an account, by which its photos are found. */
export interface Facet {
  field: 'camera' | 'album' | 'product' | 'project'
  /** The filter's value. */
  value: string
  label: string
}

/** Loads the facets of an account. Search knows no names but these, so that it tells nothing of others. */
export async function loadFacets(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  accountId: string,
): Promise<Facet[]> {
  const albums = await listAlbumNames(db, accountId)
  const products = await listOrderedTitles(db, accountId)
  const projects = await listProjectTitles(db, accountId, clock.now())
  const cameras = await listCameras(db, accountId)
  return [
    ...albums.map(({ album_id, name }): Facet => ({ field: 'album', value: album_id, label: name })),
    ...products.map(({ code, title }): Facet => ({ field: 'product', value: code, label: title })),
    ...projects.map(
      ({ project_id, title }): Facet => ({ field: 'project', value: project_id, label: title }),
    ),
    ...cameras.map(({ camera_id, label }): Facet => ({ field: 'camera', value: String(camera_id), label })),
  ]
}
