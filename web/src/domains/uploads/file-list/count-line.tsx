import { Fragment, type ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Counts } from '../queue/counts.ts'
import styles from './count-line.module.css'
import { type Confirmation, toUploadedText } from './item-texts.ts'

/** The number of chosen files as the sum of what became of them, which adds up at any time. */
export function CountLine({ counts, confirmation }: { counts: Counts; confirmation: Confirmation }) {
  const { added, known, restored, refused, unreadable, failed, companions, photos, total } = counts
  const parts: CountPart[] = [
    { name: toUploadedText(confirmation), count: added },
    { name: 'already-there', count: known - restored },
    { name: 'restored', count: restored },
    { name: 'refused', count: refused },
    { name: 'unreadable', count: unreadable },
    { name: 'failed', count: failed },
    { name: 'waiting', count: photos - added - known - refused - unreadable - failed },
    { name: 'companion', count: companions },
    { name: 'video', count: counts.videos },
    { name: 'document', count: counts.documents },
  ]
  return <CountSum total={total} parts={parts} />
}

/** In the order of the sum. */
const PARTS = [
  'added',
  'ready',
  'arrived',
  'already-there',
  'restored',
  'refused',
  'unreadable',
  'failed',
  'waiting',
  'companion',
  'video',
  'document',
] as const

export interface CountPart {
  name: (typeof PARTS)[number]
  count: number
}

/** A number of files as a sum, in words and as a bar; parts without files are left out. */
export function CountSum({ total, parts }: { total: number; parts: readonly CountPart[] }) {
  const { rich } = useTexts()
  const b = (content: ReactNode) => <b key="b">{content}</b>
  const shownParts = PARTS.flatMap(name => parts.filter(part => part.name === name && part.count > 0))
  return (
    <div className="ui-above16">
      <p className={styles.sum}>
        <span>{rich('upload.count.files', { count: total, b })}</span>
        {shownParts.map(({ name, count }, index) => (
          <Fragment key={name}>
            {' '}
            <span>
              {index === 0 ? '=' : '+'} {rich(`upload.count.${name}`, { count, b })}
            </span>
          </Fragment>
        ))}
      </p>
      <div className={styles.bar} aria-hidden="true">
        {shownParts.map(({ name, count }) => (
          <i
            key={name}
            className={classes(styles.part, TONES[name] && styles[TONES[name]])}
            style={{ flexGrow: count }}
          />
        ))}
      </div>
    </div>
  )
}

const TONES: Partial<Record<CountPart['name'], 'done' | 'known' | 'refused' | 'unreadable'>> = {
  added: 'done',
  ready: 'done',
  arrived: 'done',
  'already-there': 'known',
  restored: 'known',
  refused: 'refused',
  failed: 'refused',
  unreadable: 'unreadable',
}
