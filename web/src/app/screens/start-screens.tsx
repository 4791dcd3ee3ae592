import type { AppConfig } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { FullPage, StandalonePage, type StandalonePageProps } from './full-page.tsx'

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

/** Replaces the app when local storage cannot be written (PL-144, AA-035, OP-30). */
export function CookiesNeeded({ configured }: { configured: AppConfig }) {
  const { text } = configured.texts
  return (
    <StartPage
      configured={configured}
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

/** Replaces the app when signing in was interrupted, or failed and an automatic retry would loop (AA-006). */
export function SignInFailed({ configured, onRetry }: { configured: AppConfig; onRetry: () => void }) {
  const { text } = configured.texts
  return (
    <StartPage
      configured={configured}
      title={text('app.error.title')}
      text={text('sign-in.unavailable')}
      action={
        <Button variant="primary" onClick={onRetry}>
          {text('action.try-again')}
        </Button>
      }
    />
  )
}

function StartPage({ configured, ...page }: StandalonePageProps & { configured: AppConfig }) {
  return (
    <ConfigProvider config={configured}>
      <TextsProvider texts={configured.texts}>
        <StandalonePage withCookieSettings={false} {...page} />
      </TextsProvider>
    </ConfigProvider>
  )
}

/** Equal to the en-GB catalogue, without its link; a test checks it. */
export const BUILT_IN_TEXTS = {
  'app.error.title': 'Something went wrong',
  'app.error.text': 'An unexpected error has occurred, please contact us if you continue to have problems.',
  'action.reload': 'Reload page',
}
