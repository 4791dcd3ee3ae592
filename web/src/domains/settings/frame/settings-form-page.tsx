import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useSettingsPath } from './use-save-customer.ts'

/** A page below the settings: the way back, a title and its content. */
export function SettingsFormPage({ title, children }: { title: string; children: ReactNode }) {
  const { text } = useTexts()
  return (
    <>
      <PageHeading title={title} back={{ to: useSettingsPath(), label: text('menu.settings') }} />
      {children}
    </>
  )
}
