import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Widget } from '#contract/widgets.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { useLastDefined } from '#web/platform/forms/use-last-defined.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { BlockedNote } from '../list/blocked-note.tsx'
import { useWidgetChanges } from '../use-widget-changes.ts'
import { widgetQuery } from '../widget-queries.ts'
import { ShareContent } from './share-content.tsx'
import styles from './widget-share.module.css'

/** '/online-products/{productCode}': the widget is mailed, linked or embedded (AA-093). */
export function WidgetShare({ code }: { code: string }) {
  useWidgetChanges()
  const { text } = useTexts()
  const query = useQuery(widgetQuery(code))
  const customer = useQuery(customerQuery)
  const lastWidget = useLastDefined(query.data ?? undefined)
  // The form stays when the widget is deleted elsewhere.
  const widget = lastWidget?.productCode === code ? lastWidget : query.data
  const title = widget
    ? text('widgets.share.title', { title: widget.title })
    : text(widget === null ? 'widgets.unknown' : 'widgets.share')
  return (
    <>
      <PageHeading title={title} back={{ to: PATHS.onlineProducts, label: text('menu.widgets') }} />
      {widget ? (
        customer.isPending ? (
          <ShareLoading />
        ) : (
          <Shareable widget={widget} name={customer.data?.firstName ?? ''} />
        )
      ) : query.isError ? (
        <AlertBanner kind="error" onRetry={() => void query.refetch()}>
          <ContactText id="app.error.text" />
        </AlertBanner>
      ) : widget === null ? (
        <EmptyState
          title={text('widgets.unknown.text')}
          action={
            <Link to={PATHS.onlineProducts} className={buttonClass('primary')}>
              {text('widgets.all')}
            </Link>
          }
        />
      ) : (
        <ShareLoading />
      )}
    </>
  )
}

/** The form, or why there is none; a form that is open stays when the widget is blocked or loses its pictures. */
function Shareable({ widget, name }: { widget: Widget; name: string }) {
  const { text } = useTexts()
  const { blocked, publicUrl } = widget
  const [link, setLink] = useState(blocked ? null : publicUrl)
  if (publicUrl && !blocked && publicUrl !== link) setLink(publicUrl)
  return (
    <>
      {blocked ? (
        <BlockedNote widget={widget} />
      ) : (
        !publicUrl && <AlertBanner kind="info">{text('widgets.no-pictures')}</AlertBanner>
      )}
      {link && <ShareContent widget={widget} link={link} name={name} />}
    </>
  )
}

function ShareLoading() {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.columns}>
      <VisuallyHidden>{text('widgets.loading')}</VisuallyHidden>
      <Skeleton width="100%" height={440} />
      <Skeleton width="100%" height={520} />
    </div>
  )
}
