import type { Customer } from '#contract/customers.ts'
import { formatAddressLines } from '#web/domains/addresses/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { SettingsNote, SettingsRow } from '../list/settings-row.tsx'

/** The default address, and how many more there are. */
export function AddressesRow({ customer: { addresses } }: { customer: Customer }) {
  const { texts, text } = useTexts()
  const [first] = addresses
  return (
    <SettingsRow
      label={text('addresses.title')}
      link={{ to: PATHS.addresses, text: text('settings.addresses.manage') }}
    >
      <p>
        {first
          ? formatAddressLines(texts, first, { compact: true }).slice(1, -1).join(', ')
          : text('addresses.empty')}
      </p>
      {first && (
        <SettingsNote>{text('settings.addresses.default', { count: addresses.length - 1 })}</SettingsNote>
      )}
    </SettingsRow>
  )
}
