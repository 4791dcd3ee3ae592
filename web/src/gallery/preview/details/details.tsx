import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import type { Image } from '#contract/photos.ts'
import { findLargestGoodPrint, type PrintQuality, ratePrints } from '#contract/print-quality.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'
import { instantDayLabel, takenDayLabel, timeLabel, weekdayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { paperLabel } from '#web/platform/i18n/paper.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { formatCameraName, formatExposure, formatOffset } from './camera.ts'
import styles from './details.module.css'
import printSizesStyles from './print-sizes.module.css'

/** Metadata of the photo in a side sheet, on mobile in a bottom sheet. */
export function Details({ image, more: More, changeDate, onClose }: DetailsProps) {
  const texts = useTexts()
  return (
    <aside className={styles.details} aria-label={texts.text('action.details')}>
      <header className={classes('ui-row ui-between', styles.header)}>
        <h2>{texts.text('action.details')}</h2>
        <IconButton icon={X} label={texts.text('preview.details.hide')} onClick={onClose} />
      </header>
      <dl className={styles.rows}>
        {listRows(texts, image).map(({ name, value, more }, index) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {more && <span className="ui-quiet ui-block">{more}</span>}
              {/* The date is the first row. */}
              {index === 0 && changeDate && (
                <Button
                  variant="text"
                  size="small"
                  className={styles.change}
                  aria-label={texts.text('dates.change-date')}
                  aria-haspopup="dialog"
                  onClick={changeDate}
                >
                  {texts.text('action.change')}
                </Button>
              )}
            </dd>
          </div>
        ))}
        {More && <More image={image} />}
      </dl>
      <PrintSizes image={image} />
    </aside>
  )
}

interface DetailsProps {
  image: Image
  /** A row that the page adds, after the others. */
  more?: DetailsRow | undefined
  /** Changes its date; undefined where it cannot be changed. */
  changeDate?: (() => void) | undefined
  onClose: () => void
}

/** A further row of the details: a `div` with `dt` and `dd`, or nothing. */
export type DetailsRow = (props: { image: Image }) => ReactNode

export interface Row {
  name: string
  value: string
  more?: string
}

/** Lists the rows of known metadata, in order; unknown values have no row. */
export function listRows(texts: Texts, image: Image): Row[] {
  const { text, number } = texts
  const { camera = {} } = image
  const rows: (Row | undefined)[] = [
    createTakenRow(texts, image),
    createRow(text('preview.details.camera'), formatCameraName(image.camera)),
    createRow(text('preview.details.lens'), camera.lens),
    createRow(
      text('preview.details.focal-length'),
      camera.focalLength && text('preview.details.focal-length-value', { millimetres: camera.focalLength }),
    ),
    createRow(text('preview.details.aperture'), camera.aperture && `ƒ/${number(camera.aperture)}`),
    createRow(
      text('preview.details.exposure'),
      camera.exposure &&
        text('preview.details.exposure-value', { seconds: formatExposure(camera.exposure, number) }),
    ),
    createRow(text('preview.details.iso'), camera.iso && String(camera.iso)),
    createRow(text('preview.details.file-name'), image.localFileName),
    createRow(text('preview.details.type'), image.contentType.replace('image/', '').toUpperCase()),
    createRow(text('preview.details.size'), fileSizeLabel(texts, image.size)),
    createRow(
      text('preview.details.dimensions'),
      image.visibleWidth > 0 &&
        text('preview.details.dimensions-value', {
          width: image.visibleWidth,
          height: image.visibleHeight,
          megapixels: Math.round((image.visibleWidth * image.visibleHeight) / 100_000) / 10,
        }),
    ),
    createRow(text('preview.details.added'), instantDayLabel(texts, image.uploadEnd)),
  ]
  return rows.filter(each => each !== undefined)
}

function createTakenRow(texts: Texts, image: Image): Row {
  const { dateTaken, dateTakenOffset, dateTakenPrecision, dateTakenSource = 'file' } = image
  const name = texts.text('preview.details.taken')
  const day = dateTakenPrecision ? takenDayLabel(texts, image) : weekdayLabel(texts, dateTaken)
  if (!day) return { name, value: texts.text('date.unknown') }
  const zone = dateTakenOffset === undefined ? [] : [formatOffset(dateTakenOffset)]
  const time = dateTakenPrecision ? [] : [timeLabel(texts, dateTaken), ...zone]
  const source = texts.text(`preview.details.taken.${dateTakenSource}`)
  return { name, value: day, more: [...time, source].join(' · ') }
}

function createRow(name: string, value: string | number | false | undefined): Row | undefined {
  return value ? { name, value: String(value) } : undefined
}

/** How a photo prints on the papers of the brand's shop, and the largest good one; nothing where no prints are sold. */
export function PrintSizes({ image }: { image: Image }) {
  const { texts, text, rich, number } = useTexts()
  const sizes = useConfig().brand.printSizes ?? []
  const isSold = useFlag('PhotoManagementOrderPrintsEnabled')
  const photo = { width: image.visibleWidth, height: image.visibleHeight }
  const ratings = isSold ? ratePrints(photo, sizes) : []
  if (ratings.length === 0) return null
  const largest = findLargestGoodPrint(photo, sizes)
  return (
    <section className={printSizesStyles.prints} aria-labelledby={TITLE_ID}>
      <h3 id={TITLE_ID}>{text('preview.prints')}</h3>
      <ul className={printSizesStyles.sizes}>
        {ratings.map(({ size, dpi, quality }) => (
          <li key={paperLabel(texts, size)}>
            <span>{paperLabel(texts, size)}</span>{' '}
            <span className="ui-inline-row8 ui-small ui-medium">
              <span className={printSizesStyles.bars} data-quality={quality} aria-hidden>
                {BARS.map(bar => (
                  <span key={bar} data-on={bar <= FILLED_BARS[quality] || undefined} />
                ))}
              </span>
              {quality === 'good' || quality === 'fair'
                ? text('preview.prints.quality-dpi', {
                    quality: text(`preview.prints.${quality}`),
                    dpi: number(Math.floor(dpi)),
                  })
                : text(`preview.prints.${quality}`)}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes('ui-above12 ui-note', printSizesStyles.largest)}>
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
