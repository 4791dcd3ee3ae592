import type { Image } from '#contract/photos.ts'
import { findLargestGoodPrint, type PrintQuality, ratePrints } from '#contract/print-quality.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'
import { paperLabel } from '#web/platform/i18n/paper.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './print-sizes.module.css'

/** How a photo prints on the papers of the brand's shop, and the largest good one (NX-256); nothing where no prints are sold. */
export function PrintSizes({ image }: { image: Image }) {
  const texts = useTexts()
  const { text, rich, number } = texts
  const sizes = useConfig().brand.printSizes ?? []
  const isSold = useFlag('PhotoManagementOrderPrintsEnabled')
  const photo = { width: image.visibleWidth, height: image.visibleHeight }
  const ratings = isSold ? ratePrints(photo, sizes) : []
  if (ratings.length === 0) return null
  const largest = findLargestGoodPrint(photo, sizes)
  return (
    <section className={styles.prints} aria-labelledby={TITLE_ID}>
      <h3 id={TITLE_ID}>{text('preview.prints')}</h3>
      <ul className={styles.sizes}>
        {ratings.map(({ size, dpi, quality }) => (
          <li key={paperLabel(texts, size)}>
            <span>{paperLabel(texts, size)}</span>{' '}
            <span className={styles.quality}>
              <span className={styles.bars} data-quality={quality} aria-hidden>
                {BARS.map(bar => (
                  <span key={bar} data-on={bar <= FILLED_BARS[quality] || undefined} />
                ))}
              </span>
              {quality === 'good' || quality === 'fair'
                ? text('preview.prints.quality-dpi', {
                    quality: text(QUALITY_TEXTS[quality]),
                    dpi: number(Math.floor(dpi)),
                  })
                : text(QUALITY_TEXTS[quality])}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.largest}>
        {largest
          ? rich('preview.prints.largest', { size: <strong>{paperLabel(texts, largest)}</strong> })
          : text('preview.prints.none-good')}
      </p>
    </section>
  )
}

const TITLE_ID = 'print-sizes'
const BARS = [1, 2, 3]
const FILLED_BARS: Record<PrintQuality, number> = { excellent: 3, good: 2, fair: 2, 'too-small': 1 }

const QUALITY_TEXTS = {
  excellent: 'preview.prints.excellent',
  good: 'preview.prints.good',
  fair: 'preview.prints.fair',
  'too-small': 'preview.prints.too-small',
} satisfies Record<PrintQuality, MessageId>
