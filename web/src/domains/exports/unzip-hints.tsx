import { useState } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { TabList } from '#web/ui/tab-list.tsx'
import styles from './export-page.module.css'
import hintStyles from './unzip-hints.module.css'

/** How to open a zip, per operating system; the customer's own is selected first (PL-124). */
export function UnzipHints({ agent = navigator.userAgent }: { agent?: string }) {
  const { text } = useTexts()
  const [system, setSystem] = useState<System>(() => detectSystem(agent))
  return (
    <section className={styles.section} aria-labelledby="export-unzip">
      <h2 id="export-unzip">{text('export.unzip')}</h2>
      <TabList
        label={text('export.unzip')}
        idPrefix="unzip"
        selected={system}
        onSelect={id => setSystem(id as System)}
        tabs={SYSTEMS.map(id => ({ id, label: NAME_BY_SYSTEM[id] ?? text('export.unzip.other') }))}
      >
        <p className={hintStyles.hint}>{text(HINT_BY_SYSTEM[system])}</p>
      </TabList>
    </section>
  )
}

const SYSTEMS = ['windows', 'macos', 'ios', 'android', 'other'] as const
type System = (typeof SYSTEMS)[number]

/** Names that are not translated. */
const NAME_BY_SYSTEM: Partial<Record<System, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  ios: 'iOS',
  android: 'Android',
}

const HINT_BY_SYSTEM: Record<System, MessageId> = {
  windows: 'export.unzip.windows.text',
  macos: 'export.unzip.macos.text',
  ios: 'export.unzip.ios.text',
  android: 'export.unzip.android.text',
  other: 'export.unzip.other.text',
}

/** iPadOS identifies itself as a Macintosh; a Mac has no touch screen. */
function detectSystem(agent: string): System {
  if (/Android/.test(agent)) return 'android'
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1))
    return 'ios'
  if (/Macintosh/.test(agent)) return 'macos'
  return /Windows/.test(agent) ? 'windows' : 'other'
}
