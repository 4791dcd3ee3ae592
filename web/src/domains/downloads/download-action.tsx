import DownloadIcon from 'lucide-react/icons/download'
import Files from 'lucide-react/icons/files'
import { DOWNLOAD_MAX_PHOTOS } from '#contract/downloads.ts'
import type { Image } from '#contract/photos.ts'
import { lazyPerform, type PhotoAction, runInDialog } from '#web/gallery/index.ts'
import { saveFile } from '#web/platform/files/save-file.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { type DownloadSource, OWN_LIBRARY } from './download-source.ts'

const OperationDialog = lazyComponent(() => import('#web/ui/operation-dialog.tsx'), 'OperationDialog')

const loadArchive = lazyModule(() => import('./download-archive.ts'))

const downloadInParts = lazyPerform(() =>
  import('./download-parts.tsx').then(({ downloadInParts }) => downloadInParts),
)

/** Downloads photos of the customer's library. */
export const downloadAction = createDownloadAction(OWN_LIBRARY)

/**
 * Downloads a single photo as its original, several as one zip. For more than 100 it is disabled, and parts of 100
 * are offered beside it.
 */
export function createDownloadAction(source: DownloadSource): PhotoAction {
  return {
    id: 'download',
    name: 'action.download',
    icon: DownloadIcon,
    shortcut: 'd',
    disabledReason: (count, { text }) =>
      count > DOWNLOAD_MAX_PHOTOS
        ? text('selection.download-limit', { limit: DOWNLOAD_MAX_PHOTOS })
        : undefined,
    alternative: {
      id: 'download-in-parts',
      name: 'selection.download-in-parts',
      icon: Files,
      disabledReason: (count, { text }) =>
        count > PARTS_MAX_PHOTOS
          ? text('selection.download-in-parts-limit', { limit: PARTS_MAX_PHOTOS })
          : undefined,
      perform: (targets, environment) => downloadInParts(source, targets, environment),
    },
    perform: async (targets, { ask, queries, texts }) => {
      const { count } = targets
      const run = async () => {
        const ids = await targets.ids()
        const [singleId] = ids
        if (ids.length === 1 && singleId !== undefined) return downloadPhoto(await source.photo(singleId))
        const { downloadArchive } = await loadArchive()
        await downloadArchive(ids, source, { queries, texts })
      }
      return runInDialog({ ask }, run, confirmation => (
        <OperationDialog
          {...confirmation}
          title={texts.text('download.title', { count })}
          confirmLabel={texts.text('action.download')}
          failure={texts.text('download.failed-alert', { count })}
        >
          <p>{texts.text('download.text', { count })}</p>
        </OperationDialog>
      ))
    },
  }
}

/** Each part is an archive of its own in the list of downloads: more of them are the export of the library. */
const PARTS_MAX_PHOTOS = 5000

/**
 * Downloads one photo's original under its local file name. Requests its first byte beforehand: a download that
 * the browser starts fails silently, this request rejects.
 */
async function downloadPhoto(image: Image): Promise<void> {
  const probe = await fetch(image.url, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
  await probe.body?.cancel()
  if (!probe.ok) throw new Error(`Status Code: ${probe.status} Received for the photo's bytes`)
  saveFile(image.url, image.localFileName)
}
