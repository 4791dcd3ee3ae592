import type { MessageId } from '#web/platform/i18n/texts.ts'
import { AlertBanner } from './alert-banner.tsx'
import { ContactText } from './contact-text.tsx'

/** Says that something could not be loaded, and loads it again on request. */
export function LoadFailed({ retry, id = 'app.error.text' }: LoadFailedProps) {
  return (
    <AlertBanner kind="error" onRetry={() => void retry()}>
      <ContactText id={id} />
    </AlertBanner>
  )
}

interface LoadFailedProps {
  retry: () => unknown
  /** The sentence; its `<link>`, if it has one, leads to customer care. */
  id?: MessageId
}
