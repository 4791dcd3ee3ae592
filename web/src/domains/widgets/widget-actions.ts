import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { deleteGalleryEntry } from '#contract/gallery.ts'
import { deleteWidget, restoreWidget, type Widget } from '#contract/widgets.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { reloadWidgets, type WidgetBatch, widgetKeys } from './widget-queries.ts'

/** How long a deletion can be undone. */
const UNDO_MS = 8000

/** Deletes a widget, also from the shown list at once, and offers to undo it; a failure restores the list. */
export async function deleteWithUndo(queries: QueryClient, widget: Widget, texts: Texts): Promise<void> {
  const deleting = deleteShown(queries, widget)
  toasts.add({
    ...toastOf(widget, texts, 'widgets.deleted'),
    kind: 'success',
    timeoutMs: UNDO_MS,
    action: {
      label: texts.text('action.undo'),
      isUndo: true,
      onAction: () => void orReport(restore(), widget, texts, 'widgets.restore.failed'),
    },
  })
  const restore = async () => {
    await deleting
    await call(restoreWidget, { params: { code: widget.productCode } })
    await reloadWidgets(queries)
    toasts.add({ ...toastOf(widget, texts, 'widgets.restored'), kind: 'success' })
  }
  await orReport(deleting, widget, texts, 'widgets.delete.failed')
}

/** Takes a widget out of the gallery. */
export async function removeFromGallery(queries: QueryClient, widget: Widget, texts: Texts): Promise<void> {
  const { galleryEntryId: id, galleryChannel: channel } = widget
  if (!id || !channel) return
  const removing = (async () => {
    try {
      await call(deleteGalleryEntry, { params: { id }, query: { channel } })
    } catch (error) {
      // 404: removed on another device meanwhile.
      if (!isNotFound(error)) throw error
    }
    await reloadWidgets(queries)
    toasts.add({ ...toastOf(widget, texts, 'widgets.gallery.removed'), kind: 'success' })
  })()
  await orReport(removing, widget, texts, 'widgets.gallery.remove-failed')
}

async function deleteShown(queries: QueryClient, { productCode }: Widget): Promise<void> {
  await queries.cancelQueries({ queryKey: widgetKeys.list })
  const before = queries.getQueryData<InfiniteData<WidgetBatch>>(widgetKeys.list)
  queries.setQueryData<InfiniteData<WidgetBatch>>(
    widgetKeys.list,
    before && {
      ...before,
      pages: before.pages.map(page => ({
        ...page,
        widgets: page.widgets.filter(each => each.productCode !== productCode),
      })),
    },
  )
  try {
    await call(deleteWidget, { params: { code: productCode } })
  } catch (error) {
    if (!isNotFound(error)) {
      queries.setQueryData(widgetKeys.list, before)
      throw error
    }
  }
  await reloadWidgets(queries)
}

async function orReport(work: Promise<void>, widget: Widget, texts: Texts, id: MessageId): Promise<void> {
  try {
    await work
  } catch (error) {
    reportFailure(error)
    toasts.add({ ...toastOf(widget, texts, id), kind: 'error' })
  }
}

/** All toasts about a widget replace each other. */
const toastOf = ({ productCode }: Widget, { text }: Texts, id: MessageId) => ({
  subject: `widget ${productCode}`,
  text: text(id),
})
