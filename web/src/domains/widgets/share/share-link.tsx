import { useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Code from 'lucide-react/icons/code'
import Copy from 'lucide-react/icons/copy'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useId, useState } from 'react'
import type { Widget } from '#contract/widgets.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { reloadWidgets } from '../widget-queries.ts'
import { createEmbedCode } from './embed-code.ts'
import styles from './widget-share.module.css'

const NewLinkDialog = lazyComponent(() =>
  import('./new-link-dialog.tsx').then(module => module.NewLinkDialog),
)

/** The public link to copy, the code that embeds the widget in other pages, and a button that replaces the link. */
export function ShareLink({ widget, link }: { widget: Widget; link: string }) {
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
      <label htmlFor={id} className={styles.linkLabel}>
        {text('widgets.share.link')}
      </label>
      <div className={styles.linkRow}>
        <input
          id={id}
          readOnly
          value={link.replace(/^https?:\/\//, '')}
          className={styles.address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="line" icon={address.isCopied ? Check : Copy} onClick={() => void address.copy()}>
          {text('widgets.share.copy')}
        </Button>
      </div>
      <div className={styles.linkActions}>
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
