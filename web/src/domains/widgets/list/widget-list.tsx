import { useInfiniteQuery } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { useState } from 'react'
import type { Widget } from '#contract/widgets.ts'
import { ChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import { useWidgetChanges, widgetsQuery } from '../widget-queries.ts'
import { BlockedNote } from './blocked-note.tsx'
import { type WidgetAction, WidgetCard } from './widget-card.tsx'
import styles from './widget-list.module.css'

const EditWidgetDialog = lazyComponent(() => import('../edit/edit-widget-dialog.tsx'), 'EditWidgetDialog')
const GalleryDialog = lazyComponent(() => import('../gallery/gallery-dialog.tsx'), 'GalleryDialog')
const DeleteWidgetDialog = lazyComponent(
  () => import('../edit/delete-widget-dialog.tsx'),
  'DeleteWidgetDialog',
)

/** The digital versions of what the customer has ordered; those of blocked orders are notes below. */
export function WidgetList() {
  useWidgetChanges()
  const { text } = useTexts()
  const query = useInfiniteQuery(widgetsQuery(useClaims().sub))
  const [dialog, setDialog] = useState<{ action: WidgetAction; widget: Widget }>()
  const close = () => setDialog(undefined)
  const failure = query.isError && (
    <LoadFailed retry={() => (query.data ? query.fetchNextPage() : query.refetch())} />
  )
  if (!query.data) return failure || <WidgetListLoading />
  const widgets = query.data.pages.flatMap(page => page.widgets)
  // A form that is open stays when the last widget is deleted elsewhere.
  if (widgets.length === 0 && !query.hasNextPage && !dialog) return <NoWidgets />
  const current = dialog && widgets.find(({ productCode }) => productCode === dialog.widget.productCode)
  if (dialog?.action === 'edit' && current && current !== dialog.widget)
    setDialog({ ...dialog, widget: current })
  return (
    <>
      <p className={styles.intro}>{text('widgets.intro')}</p>
      <ul className={styles.grid} aria-label={text('menu.widgets')}>
        {widgets
          .filter(widget => !widget.blocked)
          .map(widget => (
            <WidgetCard
              key={widget.productCode}
              widget={widget}
              onAction={action => setDialog({ action, widget })}
            />
          ))}
      </ul>
      {widgets
        .filter(widget => widget.blocked)
        .map(widget => (
          <BlockedNote key={widget.productCode} widget={widget} />
        ))}
      {failure}
      {query.hasNextPage && !failure && (
        <Button
          className="ui-above8"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {text('action.show-more')}
        </Button>
      )}
      {dialog?.action === 'edit' && <EditWidgetDialog widget={dialog.widget} onClose={close} />}
      {dialog?.action === 'gallery' && <GalleryDialog widget={dialog.widget} onClose={close} />}
      {dialog?.action === 'delete' && <DeleteWidgetDialog widget={dialog.widget} onClose={close} />}
    </>
  )
}

/** In place of widgets while there are none. */
function NoWidgets() {
  const { text } = useTexts()
  return (
    <EmptyState
      icon={Heart}
      title={text('widgets.empty')}
      text={text('widgets.empty.text')}
      action={<ChannelShopLink className={buttonClass('primary')} />}
    />
  )
}

/** The boxes of the widgets while they are loading. */
function WidgetListLoading() {
  return (
    <Loading id="widgets.loading" className={styles.grid}>
      <SkeletonGroups count={3} className={styles.placeholder}>
        <Skeleton width="100%" height={228} />
        <Skeleton width="60%" height={20} />
        <Skeleton width="80%" height={20} />
      </SkeletonGroups>
    </Loading>
  )
}
