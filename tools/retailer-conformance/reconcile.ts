import { z } from 'zod'
import { hashContent } from '#server/domains/services/states/receive-version.ts'
import { callKeepsake, type KeepsakeSystem } from './client.ts'

/** A state as the retailer has it: with its body, or the hash of it. */
export const ownState = z.object({
  id: z.string(),
  version: z.int(),
  hash: z.string().optional(),
  body: z.unknown().optional(),
})
export type OwnState = z.infer<typeof ownState>

type ListedState = Required<Pick<OwnState, 'id' | 'version' | 'hash'>>

/**
 * Compares what the retailer has with a list of Keepsake (NX-358) by version and hash, and returns what differs. With
 * `since` states that Keepsake stored earlier are not known to differ, so `ownStates` must not contain them.
 */
export async function reconcile(
  system: KeepsakeSystem,
  { listPath, since }: { listPath: string; since?: string | undefined },
  ownStates: AsyncIterable<OwnState> | Iterable<OwnState>,
): Promise<{ compared: number; differences: { id: string; what: string }[] }> {
  const listed = await readList(system, listPath, since)
  const differences: { id: string; what: string }[] = []
  let compared = 0
  for await (const own of ownStates) {
    compared++
    const state = listed.get(own.id)
    listed.delete(own.id)
    const what = state ? compare(own, state) : 'missing at Keepsake'
    if (what) differences.push({ id: own.id, what })
  }
  for (const id of listed.keys()) differences.push({ id, what: 'only at Keepsake' })
  return { compared, differences }
}

function compare(own: OwnState, { version, hash }: ListedState): string | null {
  if (version < own.version) return 'older at Keepsake'
  if (version > own.version) return 'newer at Keepsake'
  const ownHash = own.hash ?? (own.body === undefined ? hash : hashContent(own.body))
  return ownHash === hash ? null : 'other content'
}

/** Reads all pages of a list; a state that is sent meanwhile comes again, in its newer version. */
async function readList(
  system: KeepsakeSystem,
  listPath: string,
  since: string | undefined,
): Promise<Map<string, ListedState>> {
  const states = new Map<string, ListedState>()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = new URLSearchParams({ ...(since && { since }), ...(cursor && { cursor }) })
    const { status, answer } = await callKeepsake(system, 'GET', `${listPath}?${query}`)
    if (status !== 200) throw new Error(`${listPath} answered ${status} ${answer.code}: ${answer.message}`)
    const page = answer as unknown as { items: ListedState[]; cursor: string | null }
    for (const state of page.items) states.set(state.id, state)
    cursor = page.cursor
  }
  return states
}
