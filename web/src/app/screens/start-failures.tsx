import type { AppConfig } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import type { FullPageProps } from './full-page.tsx'
import { StandalonePage } from './standalone-page.tsx'

/** Replaces the app when local storage cannot be written. */
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

/** Replaces the app when signing in was interrupted, or failed and an automatic retry would loop. */
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

/** The page of a visit without a router, which third-party scripts need: the footer has no cookie settings. */
function StartPage({ configured, ...page }: FullPageProps & { configured: AppConfig }) {
  return (
    <ConfigProvider config={{ ...configured, thirdParties: {} }}>
      <TextsProvider texts={configured.texts}>
        <StandalonePage {...page} />
      </TextsProvider>
    </ConfigProvider>
  )
}
