import type { PickedSource } from '#web/platform/files/dropped-files.ts'
import type { HiddenSource } from '#web/platform/files/dropped-sources.ts'
import { mergeFacts } from '../companions/companion-facts.ts'
import { isCompanionName, isOverlayName } from '../companions/companion-name.ts'
import { recognizeService } from '../companions/export-paths.ts'
import type { ReadCompanions } from '../companions/read-companions.ts'
import { findByFile } from '../queue/item-matching.ts'
import { hasProblem, isNoPhoto, isUnreadable, type UploadItem } from '../queue/upload-item.ts'
import { recognizeNoPicture, validateFile } from './file-restrictions.ts'
import type { UploadContext } from './upload-context.ts'

/** The import of a file: its upload batch, and the album it is added to. */
export type Import = Pick<UploadItem, 'albumId' | 'batchId' | 'confirmed'>

/**
 * Adds chosen files to the queue, with an item for each one that cannot be read. One that is missing from an earlier visit
 * is resumed in its own import.
 */
export async function addFiles(
  ctx: UploadContext,
  sources: readonly PickedSource[],
  target: Import,
): Promise<void> {
  const { store, files, environment } = ctx
  const matchedIds = new Set<string>()
  const newSources: PickedSource[] = []
  for (const source of sources) {
    const match = 'file' in source && findByFile(store.queue(), source.file, matchedIds)
    if (!match) {
      newSources.push(source)
      continue
    }
    matchedIds.add(match.id)
    if (source.handle) files.handles.set(match.id, source.handle)
    await attachFile(ctx, match, source.file)
  }
  const items = await createItems(ctx, newSources, target, environment.now())
  if (items.length > 0) store.dispatch({ type: 'added', items })
  cacheFiles(ctx, items)
}

/** A chosen file that is a file of an upload batch. */
export interface BatchFile {
  fileId: string
  file: File
}

/**
 * Adds files that an earlier visit did not send to their batch. One that this browser knows is resumed if its bytes are
 * the same; every other one is sent from its first byte.
 */
export async function addToBatch(
  ctx: UploadContext,
  batchId: string,
  batchFiles: readonly BatchFile[],
): Promise<void> {
  const { store, environment } = ctx
  for (const { fileId, file } of batchFiles) {
    const item = store.find(fileId)
    if (item && item.state !== 'missing' && !hasProblem(item)) continue
    if (!item) {
      const target = { batchId, confirmed: true as const }
      const items = await createItems(ctx, [{ file }], target, environment.now(), fileId)
      store.dispatch({ type: 'added', items })
      cacheFiles(ctx, items)
    } else if (item.state === 'missing' && (await hasSameBytes(ctx, item, file)))
      await attachFile(ctx, item, file)
    else await replaceItem(ctx, item, [{ file }])
  }
}

const hasSameBytes = async ({ environment }: UploadContext, item: UploadItem, file: File) =>
  item.sha256 !== undefined && (await environment.hash(file).catch(() => undefined)) === item.sha256

/** Adds the file of an item that was missing. One that was never read is checked like a new file. */
export async function attachFile(ctx: UploadContext, item: UploadItem, file: File): Promise<void> {
  if (item.unread) return replaceItem(ctx, item, [{ file, handle: ctx.files.handles.get(item.id) }])
  ctx.files.files.set(item.id, file)
  ctx.store.dispatch({ type: 'found', id: item.id })
}

/** Reads the unreadable ones of these items again, and puts in their place what they contain now. */
export async function rereadItems(ctx: UploadContext, ids: readonly string[]): Promise<void> {
  const { store, files } = ctx
  for (const id of ids) {
    const read = files.sources.get(id)
    const sources = await read?.()
    // It may have been removed meanwhile.
    const item = store.find(id)
    if (sources && item) await replaceItem(ctx, item, sources)
  }
}

/** Returns the ids of the items that `rereadItems` reads. */
export const listRereadable = ({ store, files }: UploadContext, ids: readonly string[]) =>
  ids.filter(id => {
    const item = store.find(id)
    const mayBeReadable = item && (isUnreadable(item) || item.reason === 'file-gone')
    // Bytes that were sent are resumed with the file that they are from.
    return mayBeReadable && !item.uploadUrl && files.sources.has(id)
  })

async function replaceItem(ctx: UploadContext, item: UploadItem, sources: readonly PickedSource[]) {
  const { id, since, albumId, batchId, confirmed, folder } = item
  ctx.files.sources.delete(id)
  ctx.files.files.delete(id)
  const target = { albumId, batchId, ...(confirmed && { confirmed }) }
  const placed = sources.map(
    source => (folder === undefined ? source : { folder, ...source }) as PickedSource,
  )
  const items = await createItems(ctx, placed, target, since, id)
  ctx.store.dispatch({ type: 'replaced', id, items })
  cacheFiles(ctx, items)
}

/** Creates the items of new files; the first one has `firstId`, if given. */
async function createItems(
  ctx: UploadContext,
  sources: readonly PickedSource[],
  target: Import,
  since: number,
  firstId?: string,
): Promise<UploadItem[]> {
  const { files, environment } = ctx
  const items: UploadItem[] = []
  for (const source of sources) {
    if (isHidden(source)) {
      files.hiddenNames.add(source.name)
      continue
    }
    const id = (items.length === 0 ? firstId : undefined) ?? environment.newId()
    if (source.handle) files.handles.set(id, source.handle)
    if ('file' in source) files.files.set(id, source.file)
    if (source.read) files.sources.set(id, source.read)
    // A thousandth of a millisecond apart: the stored queue is sorted by `since`.
    const { folder } = source
    const item = await newItem(id, source, since + items.length / 1000)
    items.push({ ...item, ...(folder && { folder }), ...target })
  }
  try {
    return await assignCompanions(ctx, items)
  } catch (error) {
    // Photos are added without what companions say.
    environment.report(error)
    return items
  }
}

const isHidden = (source: PickedSource): source is HiddenSource =>
  'kind' in source && source.kind === 'hidden'

function cacheFiles({ files, environment }: UploadContext, items: readonly UploadItem[]) {
  for (const { id, state } of items)
    if (state === 'queued') files.cache?.put(id, files.files.get(id)!).catch(environment.report)
}

/** Returns the queue item of a chosen file: queued, unreadable, left out, or refused by validateFile. */
async function newItem(
  id: string,
  source: Exclude<PickedSource, HiddenSource>,
  since: number,
): Promise<UploadItem> {
  const item = { id, since, sent: 0, compared: false, deselected: false, earlier: false }
  if (!('file' in source)) {
    const { name, kind } = source
    const reason = kind === 'folder' ? 'folder-unreadable' : 'unreadable'
    return { ...item, name, size: 0, lastModified: 0, type: '', state: 'failed', reason, unread: kind }
  }
  const { name, size, lastModified, type } = source.file
  const fileItem = { ...item, name, size, lastModified, type }
  const reason = await validateFile(source.file)
  if (!reason) return { ...fileItem, state: 'queued' }
  const kind = reason === 'unsupported-type' ? recognizeNoPicture(source.file) : undefined
  // An archive has to be unpacked: it stays among the problems.
  if (kind === 'archive') return { ...fileItem, state: 'refused', reason: kind }
  return kind ? { ...fileItem, state: 'left-out' } : { ...fileItem, state: 'refused', reason }
}

/**
 * Returns new items with what their companions say, and companions as such instead of refused files. Photos and
 * companions of the same import that were chosen before count too: parts of an export may be dropped one after the other.
 */
async function assignCompanions(ctx: UploadContext, newItems: readonly UploadItem[]): Promise<UploadItem[]> {
  const { store, files, environment } = ctx
  const batchIds = new Set(newItems.map(({ batchId }) => batchId))
  const newIds = new Set(newItems.map(({ id }) => id))
  // An item that is read again is replaced by a new one of its id.
  const earlierItems = store
    .queue()
    .filter(({ id, batchId }) => batchId !== undefined && batchIds.has(batchId) && !newIds.has(id))
  const isCompanion = ({ state, name }: UploadItem) =>
    (state === 'left-out' && isCompanionName(name)) || (state === 'queued' && isOverlayName(name))
  const companions = [
    ...newItems.filter(isCompanion),
    ...earlierItems.filter(item => item.state === 'companion' || isCompanion(item)),
  ].filter(({ id }) => files.files.has(id))
  if (companions.length === 0) return newItems.map(item => ({ service: recognizeService(item), ...item }))
  const companionIds = new Set(companions.map(({ id }) => id))
  const photos = [...newItems.filter(({ state }) => state === 'queued'), ...earlierItems].filter(
    item => !companionIds.has(item.id) && !isNoPhoto(item) && !hasProblem(item),
  )
  const read = await environment.readCompanions(
    photos.map(toNamed),
    companions.map(item => ({ ...toNamed(item), file: files.files.get(item.id)! })),
    { withPlaces: await arePlacesOn(ctx) },
  )
  const photoIndexes = new Map(photos.map(({ id }, index) => [id, index]))
  const companionIndexes = new Map(companions.map(({ id }, index) => [id, index]))
  for (const { id } of companions)
    if (read.states[companionIndexes.get(id)!] === 'unreadable' && !files.sources.has(id)) {
      const file = files.files.get(id)!
      // Its retry is matched like a new file, and not sent.
      files.sources.set(id, async () => [{ file }])
    }
  const describe = (item: UploadItem): UploadItem => {
    const photoIndex = photoIndexes.get(item.id)
    if (photoIndex !== undefined) return describePhoto(item, read, photoIndex)
    const companionIndex = companionIndexes.get(item.id)
    return companionIndex === undefined ? item : toCompanion(item, read, companionIndex)
  }
  for (const item of earlierItems) {
    const { state, facts, albums, service, isUsed, ...rest } = describe(item)
    if (state === 'companion') {
      if (isUsed && !item.isUsed) store.dispatch({ type: 'used', id: item.id })
    } else if (isOtherText([facts, albums, service], [item.facts, item.albums, item.service]))
      store.dispatch({ type: 'described', id: rest.id, said: { facts, albums, service } })
  }
  return newItems.map(describe)
}

const isOtherText = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

/** Without an answer no position is kept. */
async function arePlacesOn({ environment }: UploadContext): Promise<boolean> {
  try {
    return await environment.arePlacesOn()
  } catch (error) {
    environment.report(error)
    return false
  }
}

const toNamed = ({ folder = '', name }: UploadItem) => ({ folder, name })

function describePhoto(item: UploadItem, read: ReadCompanions, index: number): UploadItem {
  const facts = mergeFacts(item.facts, read.facts[index] ?? {})
  const albums = [...new Set([...(item.albums ?? []), ...read.albums[index]!])]
  const service = read.services[index] ?? item.service
  const described: UploadItem = {
    ...item,
    ...(isOtherText(facts, item.facts ?? {}) && { facts }),
    ...(albums.length > 0 && { albums }),
    ...(service && { service }),
  }
  return read.trashed[index] && item.state === 'queued'
    ? { ...described, state: 'refused', reason: 'in-google-bin' }
    : described
}

function toCompanion(
  item: UploadItem,
  { states, companionServices }: ReadCompanions,
  index: number,
): UploadItem {
  const [state, service] = [states[index]!, companionServices[index]]
  if (state === 'unmatched') return item
  if (state === 'unreadable') return { ...item, state: 'failed', reason: 'unreadable', unread: 'file' }
  return {
    ...item,
    state: 'companion',
    isUsed: state === 'used',
    ...(state !== 'used' && { unusedReason: state }),
    ...(service && { service }),
  }
}
