import { useState } from 'react'
import type { Widget } from '#contract/widgets.ts'
import { MailPreview } from './mail-preview.tsx'
import { ShareForm } from './share-form.tsx'
import { ShareLink } from './share-link.tsx'
import styles from './widget-share.module.css'

/** The form of the mail with its preview, which shows what is typed, and the link. */
export function ShareContent({ widget, link, name }: ShareContentProps) {
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
