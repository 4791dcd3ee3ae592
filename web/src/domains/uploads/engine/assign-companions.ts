import { isCompanionName } from '../companions/companion-name.ts'
import type { ReadCompanions } from '../companions/read-companions.ts'
import { isUnsent, type UploadItem } from '../queue/upload-item.ts'
import type { UploadContext } from './upload-context.ts'

/**
 * Returns new items with what their companions say, and companions as such instead of refused files (NX-245). Photos and
 * companions of the same import that were chosen before count too.
 */
export async function assignCompanions(
  ctx: UploadContext,
  newItems: readonly UploadItem[],
): Promise<UploadItem[]> {
  const { store, files, environment } = ctx
  const batchIds = new Set(newItems.map(({ batchId }) => batchId))
  const newIds = new Set(newItems.map(({ id }) => id))
  // An item that is read again is replaced by a new one of its id.
  const earlierItems = store
    .queue()
    .filter(({ id, batchId }) => batchId !== undefined && batchIds.has(batchId) && !newIds.has(id))
  const companions = [
    ...newItems.filter(item => item.state === 'refused' && isCompanionName(item.name)),
    ...earlierItems.filter(item => item.state === 'companion' && !item.isUsed),
  ].filter(({ id }) => files.files.has(id))
  if (companions.length === 0) return [...newItems]
  const photos = [
    ...newItems.filter(({ state }) => state === 'queued'),
    ...earlierItems.filter(item => isUnsent(item) && !item.uploadUrl),
  ]
  const read = await environment.readCompanions(
    photos.map(toNamed),
    companions.map(item => ({ ...toNamed(item), file: files.files.get(item.id)! })),
    { withPlaces: await arePlacesOn(ctx) },
  )
  const photoIndexes = new Map(photos.map(({ id }, index) => [id, index]))
  const companionStates = new Map(companions.map(({ id }, index) => [id, read.states[index]]))
  for (const { id, facts } of earlierItems) {
    const newFacts = read.facts[photoIndexes.get(id) ?? -1]
    if (newFacts) store.dispatch({ type: 'described', id, facts: { ...facts, ...newFacts } })
    if (companionStates.get(id) === 'used') store.dispatch({ type: 'used', id })
  }
  for (const { id } of companions) {
    const file = files.files.get(id)!
    // Its retry is matched like a new file, and not sent.
    if (companionStates.get(id) === 'unreadable' && !files.sources.has(id))
      files.sources.set(id, async () => [{ file }])
  }
  return newItems.map(item => {
    const albumTitle = read.albumTitles.get(item.folder ?? '')
    const titledItem = albumTitle === undefined || !item.folder ? item : { ...item, albumTitle }
    const photoIndex = photoIndexes.get(item.id)
    if (photoIndex !== undefined) return describePhoto(titledItem, read, photoIndex)
    return toCompanion(titledItem, companionStates.get(item.id))
  })
}

/** Without an answer no position is kept (NX-216). */
async function arePlacesOn({ environment }: UploadContext): Promise<boolean> {
  try {
    return await environment.arePlacesOn()
  } catch (error) {
    environment.report(error)
    return false
  }
}

const toNamed = ({ folder = '', name }: UploadItem) => ({ folder, name })

function describePhoto(item: UploadItem, { facts, trashed }: ReadCompanions, index: number): UploadItem {
  const described =
    facts[index] && Object.keys(facts[index]).length > 0 ? { ...item, facts: facts[index] } : item
  return trashed[index] ? { ...described, state: 'refused', reason: 'in-google-bin' } : described
}

function toCompanion(item: UploadItem, state: ReadCompanions['states'][number] | undefined): UploadItem {
  if (state === undefined || state === 'unmatched') return item
  if (state === 'unreadable') return { ...item, state: 'failed', reason: 'unreadable', unread: 'file' }
  const { reason: _, ...rest } = item
  return { ...rest, state: 'companion', isUsed: state === 'used' }
}
