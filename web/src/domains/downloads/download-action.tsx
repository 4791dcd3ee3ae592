import DownloadIcon from 'lucide-react/icons/download'
import { DOWNLOAD_MAX_PHOTOS } from '#contract/downloads.ts'
import type { PhotoAction } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { downloadPhoto } from './download-photo.ts'
import { type DownloadSource, OWN_LIBRARY } from './download-source.ts'

const DownloadDialog = lazyComponent(() =>
  import('./download-dialog.tsx').then(({ DownloadDialog }) => DownloadDialog),
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
      let failed = false
      const run = async () => {
        failed = true
        const ids = await targets.ids()
        const [only] = ids
        if (ids.length === 1 && only !== undefined) await downloadPhoto(await source.photo(only))
        else {
          const { downloadArchive } = await loadArchive()
          await downloadArchive(ids, source, { queries, texts })
        }
        failed = false
      }
      const answer = await ask<'done' | 'cancelled'>(close => (
        <DownloadDialog
          count={targets.count}
          run={run}
          onDone={() => close('done')}
          onCancel={() => close('cancelled')}
        />
      ))
      if (answer === 'done') return 'done'
      return failed ? 'failed' : 'cancelled'
    },
  }
}
