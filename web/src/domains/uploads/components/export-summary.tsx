import PackageOpen from 'lucide-react/icons/package-open'
import { useMemo } from 'react'
import { listLabel } from '#web/platform/i18n/lists.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { UploadsState } from '../engine/uploads-state.ts'
import { summarizeExports } from '../queue/export-summary.ts'
import styles from './folder-albums.module.css'

/** Returns what was dropped in words, with a title and sentences for each export; nothing for photos alone. */
export function useNamedExports({ queue, folderAlbums }: UploadsState) {
  const { texts } = useTexts()
  return useMemo(
    () =>
      summarizeExports(queue, folderAlbums).map(summary => ({
        title: formatTitle(texts, summary),
        sentences: listSentences(texts, summary),
      })),
    [texts, queue, folderAlbums],
  )
}

type NamedExports = ReturnType<typeof useNamedExports>

/** Formats exports as one text, for screen readers. */
export const formatExports = (exports: NamedExports) =>
  exports.map(({ title, sentences }) => [title, ...sentences].join('. ')).join(' ')

/** Names what was dropped, before anything is sent. */
export function ExportSummary({ exports }: { exports: NamedExports }) {
  const { text } = useTexts()
  if (exports.length === 0) return null
  return (
    <section aria-label={text('upload.export')}>
      {exports.map(({ title, sentences }) => (
        <div key={title} className={classes('ui-line12', styles.albums)}>
          <Icon of={PackageOpen} />
          <div className="ui-fill">
            <b>{title}</b>
            {sentences.map(sentence => (
              <p key={sentence} className="ui-note">
                {sentence}
              </p>
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}

function formatTitle(texts: Texts, { service, parts }: Summary): string {
  const { text } = texts
  if (!service) return text('upload.export.companions')
  if (service === 'keepsake') return text('upload.export.own')
  const name = service === 'google' ? text('upload.export.google') : NAMES[service]
  const numbers = parts.filter(part => part !== undefined)
  if (numbers.length > 0) {
    const list = listLabel(texts, numbers.map(String))
    return text('upload.export.numbered', { service: name, parts: list, count: numbers.length })
  }
  if (parts.length > 1) return text('upload.export.in-parts', { service: name, count: parts.length })
  return text('upload.export.title', { service: name })
}

type Summary = ReturnType<typeof summarizeExports>[number]

const NAMES = {
  apple: 'iCloud',
  flickr: 'Flickr',
  facebook: 'Facebook',
  instagram: 'Instagram',
  snapchat: 'Snapchat',
} as const

const FACTS = ['dates', 'titles', 'places', 'albums'] as const

function listSentences(texts: Texts, { along, kept, unused, missing }: Summary): string[] {
  const { text } = texts
  const facts = FACTS.filter(name => along[name] > 0)
  const list = facts.map(name => text(`upload.export.${name}`, { count: along[name] }))
  const count = facts.reduce((sum, name) => sum + along[name], 0)
  return [
    ...(count > 0 ? [text('upload.export.along', { facts: listLabel(texts, list), count })] : []),
    ...(kept > 0 ? [text('upload.export.kept', { count: kept })] : []),
    ...unused.map(({ reason, count }) => text(`upload.export.unused.${reason}`, { count })),
    ...(missing > 0 ? [text('upload.export.missing', { count: missing })] : []),
  ]
}
