import { recognizeExport, type Service } from '../companions/export-paths.ts'
import type { FolderAlbum } from '../engine/folder-albums.ts'
import type { Queue } from './queue.ts'
import { isNoPhoto, isReady } from './upload-item.ts'

/**
 * Summarizes the chosen files by the service of their export; companions of no service are one, too. `along`: numbers of photos with a
 * fact of their companions, without deselected and failed ones, and of chosen albums. `kept`: photos that keep their own date and place
 * if they have them, which the page does not know. `missing`: photos without a companion, where each has one. `parts`: numbers of its
 * parts, where each part has its own; else as many as there are parts, without a number.
 */
export function summarizeExports(queue: Queue, folderAlbums: readonly FolderAlbum[]) {
  const files = queue.filter(({ state }) => state !== 'refused' && state !== 'left-out')
  const exports = [...Map.groupBy(files, ({ service }) => service)].filter(
    ([service, items]) => service || items.some(isNoPhoto),
  )
  return exports.map(([service, items]) => {
    const photos = items.filter(item => !isNoPhoto(item) && !item.deselected && item.state !== 'failed')
    const count = (has: (item: Queue[number]) => unknown) => photos.filter(has).length
    const reasons = items.flatMap(({ unusedReason }) => unusedReason ?? [])
    return {
      service,
      parts: listParts(items),
      along: {
        dates: count(({ facts }) => facts?.takenAt),
        titles: count(({ facts }) => facts?.title),
        // The place of a photo that is there is not sent.
        places: count(
          item => item.facts?.place && !item.isPlaceLate && (item.state === 'added' || !isReady(item)),
        ),
        albums: folderAlbums.filter(album => service && album.service === service && album.isChosen).length,
      },
      kept: count(({ facts }) => (facts?.takenAt || facts?.place) && !facts.corrects),
      unused: [...Map.groupBy(reasons, each => each)].map(([reason, all]) => ({ reason, count: all.length })),
      missing: service && COMPLETE.has(service) ? count(({ facts, albums }) => !facts && !albums) : 0,
    }
  })
}

/** Services whose exports say something about each photo. */
const COMPLETE: ReadonlySet<Service> = new Set(['google', 'flickr', 'facebook', 'instagram', 'snapchat'])

function listParts(items: Queue): (number | undefined)[] {
  const folders = new Set(items.map(({ folder = '' }) => folder))
  const paths = [...folders].flatMap(folder => recognizeExport(folder) ?? [])
  const parts = new Map(paths.map(({ root, part }) => [root, part]))
  const numbers = [...new Set(parts.values())].filter(part => part !== undefined)
  return numbers.length === parts.size ? numbers.sort((a, b) => a - b) : [...parts.values()].fill(undefined)
}
