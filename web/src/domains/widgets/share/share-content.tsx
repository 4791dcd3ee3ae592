import { useState } from 'react'
import type { Widget } from '#contract/widgets.ts'
import { MailPreview } from './mail-preview.tsx'
import { ShareForm } from './share-form.tsx'
import { ShareLink } from './share-link.tsx'
import styles from './widget-share.module.css'

/** The form of the mail with its preview, which follows what is typed, and the link. */
export function ShareContent({ widget, link, name }: ShareContentProps) {
  const [typed, setTyped] = useState({ fromName: name, personalMessage: '' })
  return (
    <div className={styles.columns}>
      <div>
        <ShareForm code={widget.productCode} name={name} onType={setTyped} />
        <ShareLink widget={widget} link={link} />
      </div>
      <MailPreview widget={widget} name={typed.fromName.trim()} message={typed.personalMessage.trim()} />
    </div>
  )
}

interface ShareContentProps {
  widget: Widget
  link: string
  /** The customer's first name; '' if it is not known. */
  name: string
}
