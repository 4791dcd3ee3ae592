import type { Texts } from '#web/platform/i18n/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { LonePage } from './full-page.tsx'

/** Instead of the app, when the configuration cannot be had; no catalogue is there either (AA-027, OP-52). */
export function ConfigFailed() {
  return (
    <LonePage
      title={BUILT_IN['app.error.title']}
      text={BUILT_IN['app.error.text']}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          {BUILT_IN['action.reload']}
        </Button>
      }
    />
  )
}

/** Instead of the app, when local storage cannot be written (PL-144, AA-035, OP-30). */
export function CookiesNeeded({ texts: { text } }: { texts: Texts }) {
  return (
    <LonePage
      title={text('app.cookies-needed.title')}
      text={text('app.cookies-needed.text')}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          {text('action.reload')}
        </Button>
      }
    />
  )
}

/** Instead of the app, when signing in failed and trying again by itself would go round for ever (AA-006). */
export function SignInFailed({ texts: { text } }: { texts: Texts }) {
  return (
    <LonePage
      title={text('app.error.title')}
      text={text('sign-in.unavailable')}
      action={
        <Button variant="primary" onClick={() => location.replace('/')}>
          {text('action.try-again')}
        </Button>
      }
    />
  )
}

/** Equal to the en-GB catalogue; a test says so. */
export const BUILT_IN = {
  'app.error.title': 'Something went wrong',
  'app.error.text': 'An unexpected error has occurred, please contact us if you continue to have problems.',
  'action.reload': 'Reload page',
}
