import type { Answer } from '#contract/endpoint.ts'
import type { getSearchLabels } from '#contract/photo-search.ts'
import type { Call } from '../../http/route.ts'
import { loadFacets } from './facets.ts'

/** Returns what the ids of a filter are called; ids that are not the caller's have no label. */
export async function listLabels({
  ctx,
  caller,
  query,
}: Call<typeof getSearchLabels>): Promise<Answer<typeof getSearchLabels>> {
  const facets = await loadFacets(ctx, caller.accountId, query.locale)
  return {
    labels: facets.flatMap(({ field, value, label }) =>
      query[field]?.includes(value) ? [{ field, value, label }] : [],
    ),
  }
}
