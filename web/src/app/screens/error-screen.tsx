import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { FullPage } from './full-page.tsx'

/** Replaces a screen that failed (AA-118). */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { text } = useTexts()
  const router = useRouter()
  useEffect(() => reportFailure(error), [error])
  return (
    <FullPage
      urgent
      title={text('app.error.title')}
      text={text('app.error.text')}
      action={
        <Button
          variant="primary"
          onClick={() => {
            reset()
            void router.invalidate()
          }}
        >
          {text('action.try-again')}
        </Button>
      }
    />
  )
}
