import { Button } from '#web/ui/button.tsx'
import { FullPage } from './full-page.tsx'

/**
 * Replaces the app when the configuration cannot be loaded: there is neither a catalogue nor the brand's links (AA-027,
 * OP-52).
 */
export function ConfigFailed() {
  return (
    <main>
      <FullPage
        urgent
        title={BUILT_IN_TEXTS['app.error.title']}
        text={BUILT_IN_TEXTS['app.error.text']}
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
  'action.reload': 'Reload page',
}
