import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import {
  type ActionEnvironment,
  type ActionOutcome,
  type PhotoAction,
  type PhotoTargets,
  runInDialog,
} from '#web/gallery/index.ts'
import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { restorePhotos } from '../deleting/delete-photos.ts'
import { DELETION_SUBJECT as subject } from '../deleting/deletion-subject.ts'
import { requestRestoreAll } from '../deleting/library-move.ts'
import type { BinOperation } from './bin-operation.ts'
import { erasePhotos } from './bin-queries.ts'

const BinDialog = lazyComponent(() => import('./bin-dialog.tsx'), 'BinDialog')

/** Restores the selected photos, without a confirmation: deleting them again undoes it. */
const restoreAction: PhotoAction = {
  id: 'restore',
  name: 'bin.restore',
  icon: Undo2,
  shortcut: 'r',
  perform: async (targets, { queries, texts }) => {
    try {
      const ids = await targets.ids()
      await restorePhotos(queries, ids)
      toasts.add({ subject, text: texts.text('delete.restored', { count: ids.length }), kind: 'success' })
      return 'done'
    } catch (error) {
      reportFailure(error)
      const count = error instanceof BulkFailure ? error.failed.length : targets.count
      toasts.add({ subject, text: texts.text('bin.restore.failed', { count }), kind: 'error' })
      return 'failed'
    }
  },
}

/** Deletes the selected photos permanently, after a confirmation. */
const eraseAction: PhotoAction = {
  id: 'erase',
  name: 'bin.delete',
  icon: Trash2,
  shortcut: 'Delete',
  danger: true,
  perform: confirmAndErase,
}

/** Actions on photos of the bin. */
export const binActions: readonly PhotoAction[] = [restoreAction, eraseAction]

/** Restores everything in the bin after a confirmation, in one call, which the running work reports. */
export function confirmAndRestoreAll(
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const { queries } = environment
  return confirmAndRun({ ...targets, ids: async () => [] }, environment, {
    title: 'bin.restore-all.title',
    text: 'bin.restore-all.text',
    confirm: 'bin.restore',
    pending: 'bin.restoring',
    failed: 'bin.restore.failed',
    danger: false,
    run: async () => (await requestRestoreAll(queries)).photos,
  })
}

/** Deletes photos of the bin permanently, after a confirmation. */
export function confirmAndErase(
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const erasure: NonNullable<BinOperation['erasure']> = { when: 'usual' }
  let delayed = 0
  return confirmAndRun(targets, environment, {
    title: 'bin.delete.title',
    text: 'bin.delete.text',
    confirm: 'bin.delete',
    pending: 'bin.erasing',
    failed: 'delete.failed',
    get success() {
      return delayed > 0 ? 'erasure.title' : 'bin.delete.success'
    },
    danger: true,
    erasure,
    run: async (ids, onProgress) => {
      ;({ delayed } = await erasePhotos(environment.queries, ids, { onProgress, ...erasure }))
      return ids.length
    },
  })
}

async function confirmAndRun(
  targets: PhotoTargets,
  environment: ActionEnvironment,
  operation: BinOperation,
): Promise<ActionOutcome> {
  const { texts } = environment
  let remainingIds: readonly string[] | undefined
  let total = 0
  const run = async (onProgress: (done: number) => void) => {
    try {
      remainingIds ??= await targets.ids()
      total ||= remainingIds.length
      const doneBefore = total - remainingIds.length
      total = Math.max(total, await operation.run(remainingIds, done => onProgress(doneBefore + done)))
    } catch (error) {
      // A retry processes only what has failed.
      if (error instanceof BulkFailure) remainingIds = error.failed
      throw error
    }
    const { success } = operation
    if (success) toasts.add({ subject, text: texts.text(success, { count: total }), kind: 'success' })
  }
  return runInDialog(environment, run, confirmation => (
    <BinDialog {...confirmation} count={targets.count} operation={operation} />
  ))
}
