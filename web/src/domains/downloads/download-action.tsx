import DownloadIcon from 'lucide-react/icons/download'
import { DOWNLOAD_MAX_PHOTOS } from '#contract/downloads.ts'
import { type PhotoAction, runInDialog } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { downloadPhoto } from './download-photo.ts'
import { type DownloadSource, OWN_LIBRARY } from './download-source.ts'

const OperationDialog = lazyComponent(() =>
  import('#web/ui/operation-dialog.tsx').then(({ OperationDialog }) => OperationDialog),
)

const loadArchive = lazyModule(() => import('./download-archive.ts'))

/** Downloads photos of the customer's library. */
export const downloadAction = createDownloadAction(OWN_LIBRARY)

/** Downloads a single photo as its original, several as one zip; disabled for more than 100 (PL-054). */
export function createDownloadAction(source: DownloadSource): PhotoAction {
  return {
    id: 'download',
    name: 'selection.download',
    icon: DownloadIcon,
    shortcut: 'd',
    disabledReason: (count, { text }) =>
      count > DOWNLOAD_MAX_PHOTOS
        ? text('selection.download-limit', { limit: DOWNLOAD_MAX_PHOTOS })
        : undefined,
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
          confirmLabel={texts.text('download.submit')}
          failure={texts.text('download.failed-alert', { count })}
        >
          <p>{texts.text('download.text', { count })}</p>
        </OperationDialog>
      ))
    },
  }
}
