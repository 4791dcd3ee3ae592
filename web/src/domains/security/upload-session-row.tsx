import QrCode from 'lucide-react/icons/qr-code'
import type { AccountSecurity } from '#contract/security.ts'
import { revokeUploadSession } from '#contract/upload-sessions.ts'
import { call } from '#web/platform/http/call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ListRow } from '#web/ui/list-rows.tsx'
import { EndButton } from './end-button.tsx'

/** The link of a phone, which only adds photos; those that arrived stay when it ends (NX-317). */
export function UploadSessionRow({ session }: { session: AccountSecurity['uploadSessions'][number] }) {
  const texts = useTexts()
  const { text } = texts
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
          endedText={text('security.upload.ended')}
          end={() => call(revokeUploadSession, { params: { id } }, { unloggedStatuses: [404] })}
        />
      }
    />
  )
}
