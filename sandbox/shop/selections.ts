import type { Answer } from '#contract/endpoint.ts'
import { getRetailerTempSelection } from '#contract/temp-selections.ts'
import { type KeepsakeClient, KeepsakeError } from './keepsake-client.ts'

/** Fetches photos of a selection from a position on; null when the selection does not exist or has expired. */
export async function fetchSelection(
  keepsake: KeepsakeClient,
  id: string,
  from: number,
  limit: number,
): Promise<Answer<typeof getRetailerTempSelection> | null> {
  try {
    return await keepsake.call(getRetailerTempSelection, { params: { id }, query: { from, limit } })
  } catch (error) {
    if (error instanceof KeepsakeError && error.status === 404) return null
    throw error
  }
}
