import type { Widget } from '#contract/widgets.ts'
import { ProductPicture } from '#web/domains/orders/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './widget-share.module.css'

/** The mail as its recipient will read it. */
export function MailPreview({ widget, name, message }: MailPreviewProps) {
  const { text } = useTexts()
  const { brand } = useConfig()
  const { title, previewUrl } = widget
  const displayName = name || '…'
  return (
    <section aria-labelledby="mail-preview">
      <h2 id="mail-preview" className={styles.previewTitle}>
        {text('widgets.preview')}
      </h2>
      <div className={styles.mail}>
        <div className={styles.mailHead}>
          <strong>{text('mail.widget-share.subject', { name: displayName })}</strong>
          <span>{text('widgets.preview.from', { brand: brand.name, name: displayName })}</span>
        </div>
        <div className={styles.mailBody}>
          <ProductPicture
            picture={previewUrl === null ? null : { url: previewUrl }}
            className={styles.mailPicture ?? ''}
          />
          <p className={styles.mailTitle}>{title}</p>
          <p className={styles.mailText}>{text('mail.widget-share.text', { name: displayName, title })}</p>
          {message && (
            <blockquote className={styles.quote}>{text('widgets.preview.quote', { message })}</blockquote>
          )}
          <span className={styles.mailButton}>{text('mail.widget-share.action')}</span>
          <p className={styles.mailNote}>
            {text('mail.widget-share.note', { name: displayName, brand: brand.name })}
          </p>
        </div>
      </div>
    </section>
  )
}

interface MailPreviewProps {
  widget: Widget
  name: string
  message: string
}
