import FileBraces from 'lucide-react/icons/file-braces'
import { useId } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isVideoName } from '../companions/companion-name.ts'
import type { UploadItem } from '../queue/upload-item.ts'
import styles from './file-list.module.css'
import type { FactsOfPhotos } from './rows.ts'

/** All companions in one row, with hidden files, which are not counted, named once. */
export function CompanionsRow({ items, facts, hiddenNames, isOpen, onToggle }: CompanionsRowProps) {
  const { text } = useTexts()
  const titleId = useId()
  const videoCount = items.filter(({ name }) => isVideoName(name)).length
  const unusedCount = items.filter(({ isUsed }) => !isUsed).length
  const usedCount = items.length - unusedCount - videoCount
  const hiddenText =
    hiddenNames.length > 0 &&
    text('upload.companions.hidden', {
      names: [...hiddenNames.slice(0, MAX_NAMES), ...(hiddenNames.length > MAX_NAMES ? ['…'] : [])].join(
        ', ',
      ),
    })
  const details = [
    usedCount > 0 && text('upload.companions.used', { count: usedCount }),
    facts === 'dates-and-titles' && text('upload.companions.facts'),
    facts === 'dates-titles-and-places' && text('upload.companions.facts-and-places'),
    unusedCount > 0 && text('upload.companions.unused', { count: unusedCount }),
    videoCount > 0 && text('upload.companions.videos', { count: videoCount }),
    items.length > 0 && hiddenText,
  ].filter(detail => typeof detail === 'string')
  return (
    <div className={classes(styles.row, styles.companions)}>
      <div className={styles.placeholder}>
        <Icon of={FileBraces} size={22} />
      </div>
      <div id={titleId} className={styles.name}>
        {items.length > 0 ? text('upload.companions.title', { count: items.length }) : hiddenText}
      </div>
      <div className={classes(styles.detail, styles.sentences)} title={details.join(' ')}>
        {details.join(' ')}
      </div>
      {items.length > 0 && (
        <div className={styles.controls}>
          <Button
            variant="text"
            size="small"
            aria-expanded={isOpen}
            aria-describedby={titleId}
            onClick={onToggle}
          >
            {text(isOpen ? 'upload.companions.hide' : 'upload.companions.show')}
          </Button>
        </div>
      )}
    </div>
  )
}

const MAX_NAMES = 4

export interface CompanionsRowProps {
  items: readonly UploadItem[]
  facts: FactsOfPhotos
  hiddenNames: readonly string[]
  isOpen: boolean
  onToggle: () => void
}
