import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { endDevice } from '#contract/devices.ts'
import { call } from '#web/platform/http/call.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ListRow } from '#web/ui/list-rows.tsx'
import { type Device, formatDevice, formatMethod } from './device-label.ts'
import { EndButton } from './end-button.tsx'
import { formatWhen } from './when-label.ts'

/** A browser or an app with its uses, how its customer signed in, and from where (NX-314). */
export function DeviceRow({ device }: { device: Device }) {
  const texts = useTexts()
  const { text } = texts
  const name = formatDevice(texts, device)
  return (
    <ListRow
      icon={isHandheld(device) ? Smartphone : Monitor}
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
            endedText={text('security.device.ended', { device: name })}
            end={() => call(endDevice, { params: { id: device.id } }, { unloggedStatuses: [404] })}
          />
        )
      }
    />
  )
}

const isHandheld = ({ client, label }: Device) =>
  client !== 'web' || /\b(?:iPhone|iPad|Android)$/.test(label ?? '')

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
