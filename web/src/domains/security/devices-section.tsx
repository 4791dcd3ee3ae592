import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherDevices } from '#contract/devices.ts'
import type { AccountSecurity } from '#contract/security.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { ListRows } from '#web/ui/list-rows.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { DeviceRow } from './device-row.tsx'
import { MailLinkRow } from './mail-link-row.tsx'
import { Section } from './section.tsx'
import styles from './security.module.css'
import { reloadSecurity } from './security-queries.ts'
import { UploadSessionRow } from './upload-session-row.tsx'

/** Browsers and apps that are signed in, upload links of phones, and mailed links that wait (NX-314 to NX-317). */
export function DevicesSection({ security }: { security: AccountSecurity }) {
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
  const queries = useQueryClient()
  const signOutOthers = useMutation({
    mutationFn: () => call(endOtherDevices),
    onSuccess: ({ ended }) => {
      toasts.add({
        subject: 'devices',
        kind: 'success',
        text: text('security.devices.others-ended', { count: ended }),
      })
      return reloadSecurity(queries)
    },
    onError: error => {
      reportFailure(error)
      toasts.add({ subject: 'devices', kind: 'error', text: text('settings.email.failed') })
    },
  })
  return (
    <Button
      variant="text"
      className={styles.flush}
      pending={signOutOthers.isPending}
      onClick={() => signOutOthers.mutate()}
    >
      {text('security.devices.end-others')}
    </Button>
  )
}
