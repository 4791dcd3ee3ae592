import type { Customer } from '#contract/customers.ts'
import { dayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { SettingsNote, SettingsRow } from '../list/settings-row.tsx'
import { formatLanguage } from './language.ts'

/** 'Anna Keller', 'Born 4 March 1988 · 07700 900142 · English'. */
export function PersonalDetailsRow({ customer }: { customer: Customer }) {
  const { texts, text, locale } = useTexts()
  const { firstName, lastName, dateOfBirth, phoneNumber, language } = customer
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const born = dateOfBirth && dayLabel(texts, `${dateOfBirth}T00:00:00`)
  const facts = [born && text('settings.born', { date: born }), phoneNumber, formatLanguage(locale, language)]
  return (
    <SettingsRow
      label={text('settings.personal-details')}
      link={{ to: PATHS.personalDetails, text: text('action.edit') }}
    >
      <p>{name || text('settings.personal-details.none')}</p>
      <SettingsNote>{facts.filter(Boolean).join(' · ')}</SettingsNote>
    </SettingsRow>
  )
}
