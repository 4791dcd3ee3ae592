import type { Image } from '#contract/photos.ts'
import type { TidyUpGroup } from '#contract/tidy-up.ts'
import type { Context } from '../../context.ts'
import { createAlbumNamesLoader } from '../albums/index.ts'
import { createImagePresenter, findPhotos } from '../photos/index.ts'
import { isKeptAtFirst } from './grouping/recommend.ts'
import type { StoredGroup } from './store/groups.ts'
import { findUsedPhotos } from './used-photos.ts'

/** Presents groups with the pictures of their members and what those are part of. */
export async function presentGroups(
  ctx: Context,
  { accountId, origin }: { accountId: string; origin: string },
  groups: readonly StoredGroup[],
): Promise<TidyUpGroup[]> {
  const photoIds = groups.flatMap(group => group.members.map(({ photoId }) => photoId))
  const present = createImagePresenter(ctx, accountId, origin)
  const rows = await findPhotos(ctx.db, accountId, photoIds)
  const images = new Map<string, Image>(rows.map(row => [row.photo_id, present(row)]))
  const used = await findUsedPhotos(ctx, ctx.db, accountId, photoIds)
  const loadAlbumNames = await createAlbumNamesLoader(ctx.db, accountId)
  const copyIds = groups
    .filter(({ kind }) => kind === 'copies')
    .flatMap(({ members }) => members.map(({ photoId }) => photoId))
  const albumNames = copyIds.length > 0 ? await loadAlbumNames(copyIds) : new Map<string, string[]>()
  return groups.map(({ group_id, version, members }) => ({
    groupId: group_id,
    version,
    members: members.flatMap(({ photoId, reason, turn }, place) => {
      const image = images.get(photoId)
      const use = used.get(photoId)
      if (!image) return []
      return [
        {
          image,
          reason,
          keep: place === 0 || use !== undefined || isKeptAtFirst(reason),
          turn,
          ...(use ? { use } : {}),
          albumNames: [...(albumNames.get(photoId) ?? [])],
        },
      ]
    }),
  }))
}
