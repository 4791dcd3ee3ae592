import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { deleteGalleryEntry } from '#contract/widget-gallery.ts'
import { deleteWidget, restoreWidget, type Widget } from '#contract/widgets.ts'
import { call } from '#web/platform/http/call.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { deleteOptimistically } from '#web/platform/query/delete-optimistically.ts'
import { showDeletion, showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import { reloadWidgets, type WidgetBatch, widgetKeys } from './widget-queries.ts'

/** Deletes a widget, also from the shown list at once, and offers to undo it; a failure restores the list. */
export async function deleteWithUndo(queries: QueryClient, widget: Widget, { text }: Texts): Promise<void> {
  await showDeletion(getSubject(widget), {
    deleting: removeWidget(queries, widget),
    restore: async () => {
      await call(restoreWidget, { params: { code: widget.productCode } })
      await reloadWidgets(queries)
    },
    kind: 'success',
    texts: {
      deleted: text('widgets.deleted'),
      undo: text('action.undo'),
      restored: text('widgets.restored'),
      deleteFailed: text('widgets.delete.failed'),
      restoreFailed: text('widgets.restore.failed'),
    },
  })
}

/** Removes a widget from the gallery. */
export async function removeFromGallery(
  queries: QueryClient,
  widget: Widget,
  { text }: Texts,
): Promise<void> {
  const { galleryEntryId: id, galleryChannel: channel } = widget
  if (!id || !channel) return
  const removing = (async () => {
    await nullIfNotFound(call(deleteGalleryEntry, { params: { id }, query: { channel } }))
    await reloadWidgets(queries)
    toasts.add({ ...getSubject(widget), text: text('widgets.gallery.removed'), kind: 'success' })
  })()
  await showFailure(getSubject(widget), removing, text('widgets.gallery.remove-failed'))
}

async function removeWidget(queries: QueryClient, { productCode }: Widget): Promise<void> {
  const remove = (list: InfiniteData<WidgetBatch>) => ({
    ...list,
    pages: list.pages.map(page => ({
      ...page,
      widgets: page.widgets.filter(each => each.productCode !== productCode),
    })),
  })
  await deleteOptimistically(queries, widgetKeys.list, remove, () =>
    call(deleteWidget, { params: { code: productCode } }),
  )
  await reloadWidgets(queries)
}

const getSubject = ({ productCode }: Widget) => ({ subject: `widget ${productCode}` })
