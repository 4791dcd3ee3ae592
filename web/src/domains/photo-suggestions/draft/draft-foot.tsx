import ArrowRight from 'lucide-react/icons/arrow-right'
import Images from 'lucide-react/icons/images'
import type { Image } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePagePaper } from '../page-paper.ts'
import styles from './draft-foot.module.css'
import { formatLargeEnough, formatShapes } from './draft-texts.ts'

/** The bar at the lower edge: how many photos there are, and what becomes of them. */
export function DraftFoot({ images, onSave, onUse }: DraftFootProps) {
  const texts = useTexts()
  const { text } = texts
  const count = images.length
  const paper = usePagePaper()
  const disabledReason = count === 0 && text('suggested.none-chosen')
  return (
    <section className={styles.foot} aria-label={text('suggested.foot')}>
      <div className={styles.facts}>
        <strong>{text('albums.count', { count })}</strong>
        <p className={styles.shapes}>
          {[formatShapes(texts, images), ...(paper ? [formatLargeEnough(texts, images, paper)] : [])].join(
            ' · ',
          )}
        </p>
      </div>
      {onSave && (
        <Button icon={Images} disabledReason={disabledReason} onClick={onSave}>
          {text('suggested.save')}
        </Button>
      )}
      <Button variant="primary" icon={ArrowRight} disabledReason={disabledReason} onClick={onUse}>
        {text('suggested.use', { count })}
      </Button>
    </section>
  )
}

interface DraftFootProps {
  images: readonly Image[]
  /** Undefined without albums. */
  onSave: (() => void) | undefined
  onUse: () => void
}
