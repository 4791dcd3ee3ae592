import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import type { createApiKey } from '#contract/api-keys.ts'
import type { Answer } from '#contract/endpoint.ts'
import { serviceAddress } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { endLabel, scopeLabels } from '../key-texts.ts'
import styles from './key-shown-dialog.module.css'

/** A key as it is answered once, when it is created. */
export type ShownKey = Answer<typeof createApiKey>

/** Shows a new key once. Closes after it was copied; before, it asks. */
export function KeyShownDialog({ shown, onClose }: { shown: ShownKey; onClose: () => void }) {
  const { texts, text } = useTexts()
  const [wasCopied, setWasCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { isCopied, copy } = useCopy(shown.key, {
    copied: text('integration.copied'),
    failed: text('action.copy-failed'),
  })
  const close = () => (wasCopied ? onClose() : setAsking(true))
  return (
    <>
      <Dialog
        title={text('api-keys.shown.title')}
        onClose={close}
        footer={
          <Button variant="primary" onClick={close}>
            {text('action.done')}
          </Button>
        }
      >
        <p>{text('api-keys.shown.text')}</p>
        <div className={classes('ui-row ui-wrap', styles.key)}>
          <code className={styles.value} onCopy={() => setWasCopied(true)}>
            {shown.key}
          </code>
          <Button
            icon={isCopied ? Check : Copy}
            autoFocus
            onClick={async () => {
              if (await copy()) setWasCopied(true)
            }}
          >
            {text(isCopied ? 'integration.copied' : 'action.copy')}
          </Button>
        </div>
        <p className={styles.label}>{text('api-keys.shown.try')}</p>
        <pre className={styles.example}>{createExample(shown)}</pre>
        <dl className="ui-ruled">
          <div className={classes('ui-row ui-wrap', styles.fact)}>
            <dt>{text('api-keys.may')}</dt>
            <dd>{scopeLabels(texts, shown.scopes)}</dd>
          </div>
          <div className={classes('ui-row ui-wrap', styles.fact)}>
            <dt>{text('api-keys.ends')}</dt>
            <dd>{text('api-keys.shown.ends', { date: endLabel(texts, shown) })}</dd>
          </div>
        </dl>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          danger
          title={text('api-keys.shown.close.title')}
          confirmLabel={text('action.close')}
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        >
          <p>{text('api-keys.shown.close.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** A call of one of the scopes, without the key itself: what is copied from it may end in a chat. */
function createExample({ key, scopes }: ShownKey): string {
  const address = new URL(findExamplePath(scopes), location.href)
  return `curl ${address} \\\n  -H "Authorization: Bearer ${key.slice(0, 'ksk_live_'.length)}…"`
}

function findExamplePath(scopes: readonly string[]): string {
  if (scopes.includes('orders:read')) return serviceAddress('orders', '/v2/superorders/me')
  if (scopes.includes('invoices:read')) return serviceAddress('invoices', '/api/v1/HistoricalInvoice/me')
  if (scopes.includes('product-files:read')) return serviceAddress('productFiles', '/v1/Pdfs/me')
  if (scopes.includes('events:read')) return serviceAddress('callbacks', '/v1/events')
  return serviceAddress('sftpAccess', '/v1/order-files/orders.json')
}
