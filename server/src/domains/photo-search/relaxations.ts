import type { Answer } from '#contract/endpoint.ts'
import { FILTER_FIELDS, type PhotoFilter, pickFilter } from '#contract/filter-query.ts'
import type { getSearchRelaxations } from '#contract/photo-search.ts'
import type { Call } from '../../http/route.ts'
import { compilePhotoFilter } from '../albums/index.ts'
import { countFound } from '../photos/index.ts'

/** Counts what a filter would find without each of its fields, most photos first, and among the photos without a date (NX-210). */
export async function findRelaxations({
  ctx,
  caller: { accountId },
  query,
}: Call<typeof getSearchRelaxations>): Promise<Answer<typeof getSearchRelaxations>> {
  const filter = pickFilter(query)
  const count = async (relaxed: PhotoFilter) =>
    countFound(ctx.db, accountId, await compilePhotoFilter(ctx.db, accountId, relaxed, ctx.clock.now()))
  const relaxations: { without: (typeof FILTER_FIELDS)[number]; photos: number }[] = []
  for (const field of FILTER_FIELDS) {
    if (filter[field] === undefined) continue
    const photos = await count({ ...filter, [field]: undefined })
    if (photos > 0) relaxations.push({ without: field, photos })
  }
  const { date, days, undated: _undated, ...undatedFilter } = filter
  return {
    relaxations: relaxations.sort((a, b) => b.photos - a.photos),
    undated: (date ?? days) ? await count({ ...undatedFilter, undated: 'true' }) : 0,
  }
}
