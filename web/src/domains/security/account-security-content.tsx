import { useQuery } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import QrCode from 'lucide-react/icons/qr-code'
import { type ReactNode, useState } from 'react'
import { endDevice, endOtherDevices } from '#contract/devices.ts'
import type { AccountSecurity } from '#contract/security.ts'
import { revokeUploadSession } from '#contract/upload-sessions.ts'
import { canChangeEmail, SettingsList, SettingsNote, SettingsRow } from '#web/domains/settings/index.ts'
import { call } from '#web/platform/http/call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { deadlineLabel, lastDayLabel } from '#web/platform/i18n/order-days.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { ListRow, ListRows, RowSkeletons } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { type Device, formatDevice, formatMethod, getDeviceIcon } from './device-label.ts'
import { EndButton } from './end-button.tsx'
import notMeStyles from './not-me/not-me.module.css'
import { NotMeDialog } from './not-me/not-me-dialog.tsx'
import { PasswordRow } from './password/password-row.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { Section } from './section.tsx'
import styles from './security.module.css'
import { accountSecurityQuery } from './security-queries.ts'
import { SystemsSection } from './systems-section.tsx'
import { formatWhen } from './when-label.ts'

/**
 * What can sign in to the account or act for it, and how each ends. With another identity provider only what that
 * provider does not manage. `passkeys` is the part of the passkeys.
 */
export function AccountSecurityContent({ passkeys }: { passkeys: ReactNode }) {
  const { data, isError, refetch } = useQuery(accountSecurityQuery)
  useLibraryRefetch(accountSecurityQuery.queryKey, ({ type }) => type === 'upload-session-changed')
  if (data) return <Content security={data} passkeys={passkeys} />
  if (isError) return <LoadFailed retry={refetch} id="settings.load-failed" />
  return (
    <Loading id="settings.loading" data-loading>
      <RowSkeletons count={6} />
    </Loading>
  )
}

function Content({ security, passkeys }: { security: AccountSecurity; passkeys: ReactNode }) {
  const { text } = useTexts()
  const claims = useClaims()
  const isOwnIdentity = canChangeEmail(claims)
  // Recovery goes to the oldest of the last addresses: a thief may have the newer ones.
  const recoveryEmail = security.formerEmails[0]?.email ?? claims.email
  return (
    <>
      {isOwnIdentity ? (
        <>
          <SettingsList dense>
            <PasswordRow password={security.password} />
            <EmailAddressesRow formerEmails={security.formerEmails} />
          </SettingsList>
          <div className={styles.part}>{passkeys}</div>
        </>
      ) : (
        <AlertBanner kind="info">{text('security.elsewhere')}</AlertBanner>
      )}
      <DevicesSection security={security} />
      {isBusiness(claims) && <SystemsSection systems={security.systems} />}
      <RecentChanges canUndo={isOwnIdentity} email={recoveryEmail} />
      {isOwnIdentity && <NotMeCard email={recoveryEmail} />}
    </>
  )
}

/** The address, and earlier ones that get security mails. */
function EmailAddressesRow({ formerEmails }: Pick<AccountSecurity, 'formerEmails'>) {
  const { texts, text } = useTexts()
  const claims = useClaims()
  return (
    <SettingsRow
      label={text('settings.email')}
      link={{
        to: isBusiness(claims) ? PATHS.changeBusinessEmail : PATHS.changeEmail,
        text: text('settings.change'),
      }}
    >
      <p>{claims.email}</p>
      {formerEmails.map(({ email, until }) => (
        <SettingsNote key={email}>
          {text('security.former-email', { date: lastDayLabel(texts, until), email })}
        </SettingsNote>
      ))}
    </SettingsRow>
  )
}

/** Browsers and apps that are signed in, upload links of phones, and mailed links that wait. */
function DevicesSection({ security }: { security: AccountSecurity }) {
  const { text } = useTexts()
  const { devices, uploadSessions, mailLinks } = security
  const count = devices.length + uploadSessions.length
  if (count + mailLinks.length === 0) return null
  return (
    <Section
      id="security-devices"
      title={text('security.devices')}
      count={count}
      action={devices.some(({ current }) => !current) && <SignOutOthers />}
    >
      <ListRows>
        {devices.map(device => (
          <DeviceRow key={device.id} device={device} />
        ))}
        {uploadSessions.map(session => (
          <UploadSessionRow key={session.id} session={session} />
        ))}
        {mailLinks.map(link => (
          <MailLinkRow key={link.id} link={link} />
        ))}
      </ListRows>
    </Section>
  )
}

function SignOutOthers() {
  const { text } = useTexts()
  return (
    <EndButton
      label={text('security.devices.end-others')}
      formatEnded={answer => text('security.devices.others-ended', { count: answer?.ended ?? 0 })}
      end={() => call(endOtherDevices)}
    />
  )
}

/** A link that was mailed and not used; it ends with the next password. */
function MailLinkRow({ link }: { link: AccountSecurity['mailLinks'][number] }) {
  const { texts, text } = useTexts()
  const purpose = TITLE_BY_PURPOSE[link.purpose]
  return (
    <ListRow
      icon={Mail}
      muted
      inline
      name={text('security.mail-link')}
      facts={[
        purpose ? text(purpose) : null,
        text('security.mail-link.sent', { when: instantLabel(texts, link.createdAt, 'short-day-time') }),
        text('security.mail-link.until', { when: deadlineLabel(texts, link.expiresAt, 'short-day-time') }),
      ]}
    />
  )
}

const TITLE_BY_PURPOSE: Record<string, MessageId> = {
  'new-password': 'sign-in.new-password.title',
  'change-email': 'settings.email.title',
  'delete-account': 'delete-account.title',
}

/** The link of a phone, which only adds photos; those that arrived stay when it ends. */
function UploadSessionRow({ session }: { session: AccountSecurity['uploadSessions'][number] }) {
  const { texts, text } = useTexts()
  const { id, createdAt, expiresAt, photos } = session
  const minutes = Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.now()) / 60_000))
  const name = text('security.upload')
  return (
    <ListRow
      icon={QrCode}
      muted
      inline
      name={name}
      facts={[
        text('security.upload.since', { time: instantLabel(texts, createdAt, 'time') }),
        text('security.upload.photos', { count: photos }),
        text('security.upload.ends', { minutes }),
      ]}
      end={
        <EndButton
          label={text('security.end')}
          name={name}
          formatEnded={() => text('security.upload.ended')}
          end={() => call(revokeUploadSession, { params: { id } }, { unloggedStatuses: [404] })}
        />
      }
    />
  )
}

/** A browser or an app with its uses, how its customer signed in, and from where. */
function DeviceRow({ device }: { device: Device }) {
  const { texts, text } = useTexts()
  const name = formatDevice(texts, device)
  return (
    <ListRow
      icon={getDeviceIcon(device)}
      muted={!device.current}
      inline
      name={name}
      facts={listFacts(texts, device)}
      end={
        device.current ? (
          <Chip tone="accent" small>
            {text('security.device.current')}
          </Chip>
        ) : (
          <EndButton
            label={text('menu.sign-out')}
            name={name}
            formatEnded={() => text('security.device.ended', { device: name })}
            end={() => call(endDevice, { params: { id: device.id } }, { unloggedStatuses: [404] })}
          />
        )
      }
    />
  )
}

function listFacts(texts: Texts, { current, createdAt, lastUsedAt, methods, network }: Device) {
  const { text } = texts
  const signedIn = formatWhen(texts, createdAt)
  return [
    ...(current
      ? [text('security.device.signed-in', { when: signedIn })]
      : [
          text('security.device.used', { when: formatWhen(texts, lastUsedAt) }),
          text('security.device.since', { when: signedIn }),
        ]),
    formatMethod(texts, methods) ?? null,
    network,
  ]
}

/** The way to end everything that has access, for an owner who sees something foreign. */
function NotMeCard({ email }: { email: string }) {
  const { text } = useTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={classes('ui-row16 ui-above32', notMeStyles.card)} aria-labelledby="security-not-me">
      <div className={notMeStyles.text}>
        <h2 id="security-not-me" className={notMeStyles.title}>
          {text('security.not-me.title')}
        </h2>
        <p>{text('security.not-me.text', { email })}</p>
      </div>
      <Button variant="line" className={notMeStyles.alarm} onClick={() => setAsking(true)}>
        {text('security.not-me.action')}
      </Button>
      {isAsking && <NotMeDialog email={email} onCancel={() => setAsking(false)} />}
    </section>
  )
}
