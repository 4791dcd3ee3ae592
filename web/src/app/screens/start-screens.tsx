import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FullPage } from './full-page.tsx'

const RETRY_MS = 10_000

/**
 * Replaces the app when it cannot start even with its defaults; there is neither a catalogue nor the brand's links (AA-027,
 * OP-52). Reloads the page as soon as the configuration can be loaded, which an unknown host never has.
 */
export function ConfigFailed({ isUnknownHost }: { isUnknownHost: boolean }) {
  useEffect(() => {
    if (isUnknownHost) return
    // A request that fails is made again; few lines, because they are part of every first page.
    const retry = () =>
      fetch('/config.json').then(
        ({ ok }) => ok && location.reload(),
        () => false,
      )
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [isUnknownHost])
  const text = BUILT_IN_TEXTS['app.error.text']
  return (
    <main>
      <FullPage
        urgent
        title={BUILT_IN_TEXTS['app.error.title']}
        text={isUnknownHost ? text : `${text} ${BUILT_IN_TEXTS['app.error.retrying']}`}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {BUILT_IN_TEXTS['action.reload']}
          </Button>
        }
      />
    </main>
  )
}

/** Equal to the en-GB catalogue, without its link; a test checks it. */
export const BUILT_IN_TEXTS = {
  'app.error.title': 'Something went wrong',
  'app.error.text': 'An unexpected error has occurred, please contact us if you continue to have problems.',
  'app.error.retrying': 'This page opens by itself as soon as it can.',
  'action.reload': 'Reload page',
}
