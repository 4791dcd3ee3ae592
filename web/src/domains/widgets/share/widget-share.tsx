import { useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Code from 'lucide-react/icons/code'
import Copy from 'lucide-react/icons/copy'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useId, useState } from 'react'
import type { Widget } from '#contract/widgets.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { ProductPicture } from '#web/domains/orders/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useLastDefined } from '#web/platform/forms/use-last-defined.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { BlockedNote } from '../list/blocked-note.tsx'
import { reloadWidgets, useWidgetChanges, widgetQuery } from '../widget-queries.ts'
import { ShareForm } from './share-form.tsx'
import styles from './widget-share.module.css'

/** '/online-products/{productCode}': the widget is mailed, linked or embedded. */
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
        <LoadFailed retry={query.refetch} />
      ) : widget === null ? (
        <EmptyState
          title={text('widgets.unknown.text')}
          action={<PrimaryLink to={PATHS.onlineProducts}>{text('widgets.all')}</PrimaryLink>}
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
  return (
    <Loading id="widgets.loading" className={styles.columns}>
      <Skeleton width="100%" height={440} />
      <Skeleton width="100%" height={520} />
    </Loading>
  )
}

/** The form of the mail with its preview, which shows what is typed, and the link. */
function ShareContent({ widget, link, name }: ShareContentProps) {
  const [values, setValues] = useState({ fromName: name, personalMessage: '' })
  return (
    <div className={styles.columns}>
      <div>
        <ShareForm code={widget.productCode} name={name} onType={setValues} />
        <ShareLink widget={widget} link={link} />
      </div>
      <MailPreview widget={widget} name={values.fromName.trim()} message={values.personalMessage.trim()} />
    </div>
  )
}

interface ShareContentProps {
  widget: Widget
  link: string
  /** The customer's first name; '' if it is not known. */
  name: string
}

/** The mail as its recipient will read it. */
function MailPreview({ widget, name, message }: { widget: Widget; name: string; message: string }) {
  const { text } = useTexts()
  const { brand } = useConfig()
  const { title, previewUrl } = widget
  const displayName = name || '…'
  return (
    <section aria-labelledby="mail-preview">
      <h2 id="mail-preview" className="ui-note ui-below8 ui-plain">
        {text('widgets.preview')}
      </h2>
      <div className={styles.mail}>
        <div className={classes('ui-stack ui-note', styles.mailHead)}>
          <strong>{text('mail.widget-share.subject', { name: displayName })}</strong>
          <span>{text('widgets.preview.from', { brand: brand.name, name: displayName })}</span>
        </div>
        <div className={classes('ui-stack', styles.mailBody)}>
          <ProductPicture
            picture={previewUrl === null ? null : { url: previewUrl }}
            className={styles.mailPicture ?? ''}
          />
          <p className={classes('ui-bold ui-above16', styles.mailTitle)}>{title}</p>
          <p className="ui-above8 ui-note">{text('mail.widget-share.text', { name: displayName, title })}</p>
          {message && (
            <blockquote className={styles.quote}>{text('widgets.preview.quote', { message })}</blockquote>
          )}
          <span className={classes('ui-inline-row ui-medium ui-edge-in-contrast', styles.mailButton)}>
            {text('mail.widget-share.action')}
          </span>
          <p className={classes('ui-faint ui-above16', styles.mailNote)}>
            {text('mail.widget-share.note', { name: displayName, brand: brand.name })}
          </p>
        </div>
      </div>
    </section>
  )
}

const NewLinkDialog = lazyComponent(() => import('./new-link-dialog.tsx'), 'NewLinkDialog')

/** The public link to copy, the code that embeds the widget in other pages, and a button that replaces the link. */
function ShareLink({ widget, link }: { widget: Widget; link: string }) {
  const { text } = useTexts()
  const id = useId()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const failureText = text('action.copy-failed')
  const address = useCopy(link, { copied: text('widgets.share.link-copied'), failed: failureText })
  const embed = useCopy(createEmbedCode(widget, link), {
    copied: text('widgets.share.embed-copied'),
    failed: failureText,
  })
  return (
    <div className={styles.link}>
      <label htmlFor={id} className={classes('ui-small ui-block ui-medium', styles.linkLabel)}>
        {text('widgets.share.link')}
      </label>
      <div className="ui-line8">
        <input
          id={id}
          readOnly
          value={link.replace(/^https?:\/\//, '')}
          className={classes('ui-fill', styles.address)}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="line" icon={address.isCopied ? Check : Copy} onClick={() => void address.copy()}>
          {text('action.copy')}
        </Button>
      </div>
      <div className={classes('ui-line4 ui-wrap', styles.linkActions)}>
        <Button
          variant="text"
          size="small"
          icon={embed.isCopied ? Check : Code}
          onClick={() => void embed.copy()}
        >
          {text('widgets.share.embed')}
        </Button>
        <Button variant="text" size="small" icon={RotateCcw} onClick={() => setAsking(true)}>
          {text('widgets.new-link')}
        </Button>
      </div>
      {isAsking && (
        <NewLinkDialog
          code={widget.productCode}
          onChanged={() => reloadWidgets(queries)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** Width of the embedded page; two pages and their margins. */
const WIDTH = 800

const MARGIN = 150

/** Returns the HTML that shows a widget inside a page of another site. */
function createEmbedCode(
  { title, aspectRatio }: Pick<Widget, 'title' | 'aspectRatio'>,
  link: string,
): string {
  const height = Math.round((WIDTH - 2 * 96) / 2 / aspectRatio) + MARGIN
  return `<iframe src="${escapeAttribute(link)}" title="${escapeAttribute(title)}" width="${WIDTH}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="clipboard-write; web-share"></iframe>`
}

const escapeAttribute = (value: string) =>
  value.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
