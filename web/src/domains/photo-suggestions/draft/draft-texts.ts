import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Frame from 'lucide-react/icons/frame'
import Layers from 'lucide-react/icons/layers'
import Star from 'lucide-react/icons/star'
import type { Image } from '#contract/photos.ts'
import { isLargeEnough, type PrintSize } from '#contract/print-quality.ts'
import type { ChoiceReason, DraftEvent, SelectionDraft } from '#contract/selection-drafts.ts'
import type { Offer } from '#web/domains/merchandise/index.ts'
import { getDateFormatter } from '#web/platform/i18n/date-formatter.ts'
import { dayLabel, weekdayLabel } from '#web/platform/i18n/dates.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { paperLabel } from '#web/platform/i18n/paper.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { formatSpan, toMonth } from '../span.ts'

/** The badge of a chosen photo; undefined for one of several of its event. */
export function formatBadge(
  { text }: Texts,
  { kind, of = 0 }: ChoiceReason,
): { icon: LucideIcon; label: string } | undefined {
  switch (kind) {
    case 'sharpest':
      return { icon: Star, label: text('suggested.badge.sharpest', { count: of }) }
    case 'best':
      return { icon: Star, label: text('suggested.badge.best', { count: of }) }
    case 'best-of-group':
      return { icon: Layers, label: text('suggested.badge.best', { count: of }) }
    case 'only-of-day':
      return { icon: Clock, label: text('suggested.badge.only-of-day') }
    case 'upright':
      return { icon: Frame, label: text('suggested.badge.upright') }
    case 'customer':
      return { icon: Check, label: text('suggested.badge.customer') }
    case 'part-of-event':
      return undefined
  }
}

/** Names an event: its day, or its first and last one. */
export function formatEventTitle(texts: Texts, { first, last }: Pick<DraftEvent, 'first' | 'last'>): string {
  if (!first || !last) return texts.text('date.unknown')
  if (first.slice(0, 10) === last.slice(0, 10)) return weekdayLabel(texts, first) ?? ''
  return getDateFormatter(texts, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(
    Date.parse(`${first}Z`),
    Date.parse(`${last}Z`),
  )
}

/** 'July 2025 to July 2026', the months of the draft's events; undefined without dates. */
export function formatDraftSpan(
  texts: Texts,
  { events }: Pick<SelectionDraft, 'events'>,
): string | undefined {
  const dated = events.filter(({ choices }) => choices.length > 0)
  const [first, last] = [dated.find(event => event.first)?.first, dated.findLast(event => event.last)?.last]
  return first && last ? formatSpan(texts, toMonth(first), toMonth(last)) : undefined
}

/** What the draft was chosen from, which events it covers, and what was left out. */
export function formatDraftFacts(texts: Texts, draft: SelectionDraft): string {
  const { text } = texts
  const span = formatDraftSpan(texts, draft)
  const covered = draft.events.filter(({ choices }) => choices.length > 0).length
  const count = draft.events.length
  const leftOut = draft.leftOut
    .filter(({ kind, photos }) => photos > 0 && draft.leaveOut.includes(kind))
    .map(({ kind, photos }) => text(`suggested.left-out.${kind}`, { count: photos }))
  return [
    span
      ? text('suggested.from-span', { count: draft.photos, span })
      : text('suggested.from', { count: draft.photos }),
    covered === count
      ? text('suggested.covers-all', { count })
      : text('suggested.covers', { covered, count }),
    ...(leftOut.length > 0 ? [text('suggested.left-out', { list: listLabel(texts, leftOut) })] : []),
  ].join(' ')
}

/** '41 landscape, 19 upright'; square ones are counted apart. */
export function formatShapes(
  { text }: Texts,
  images: readonly Pick<Image, 'visibleWidth' | 'visibleHeight'>[],
): string {
  const count = (isShape: (width: number, height: number) => boolean) =>
    images.filter(image => isShape(image.visibleWidth, image.visibleHeight)).length
  const shapes = [
    ['suggested.landscape', count((width, height) => width > height)],
    ['suggested.upright', count((width, height) => width < height)],
    ['suggested.square', count((width, height) => width === height)],
  ] as const
  return shapes.flatMap(([id, photos]) => (photos > 0 ? [text(id, { count: photos })] : [])).join(', ')
}

/** '58 large enough for 20 × 30 cm'. */
export function formatLargeEnough(
  texts: Texts,
  images: readonly Pick<Image, 'visibleWidth' | 'visibleHeight'>[],
  paper: PrintSize,
): string {
  const count = countLargeEnough(images, paper)
  return texts.text('suggested.large-enough', { count, size: paperLabel(texts, paper) })
}

/** Counts the photos with at least good quality on the paper. */
export const countLargeEnough = (
  images: readonly Pick<Image, 'visibleWidth' | 'visibleHeight'>[],
  paper: PrintSize,
): number =>
  images.filter(({ visibleWidth, visibleHeight }) =>
    isLargeEnough({ width: visibleWidth, height: visibleHeight }, paper),
  ).length

/** '24 to 48 pages' and 'from £25.95', as far as they are known. */
export function formatOffer(texts: Texts, { pages, price }: Offer): string[] {
  const { text } = texts
  return [
    ...(pages
      ? [
          pages.min === pages.max
            ? text('widgets.pages', { count: pages.min })
            : text('suggested.use.pages-range', pages),
        ]
      : []),
    ...(price ? [text('suggested.use.price', { price: formatPrice(texts, price) })] : []),
  ]
}

/** 'from £0.17 each', if it is known. */
export const formatPriceEach = (texts: Texts, { price }: Offer): string[] =>
  price ? [texts.text('suggested.use.price-each', { price: formatPrice(texts, price) })] : []

const formatPrice = (texts: Texts, { amount, currency }: NonNullable<Offer['price']>) =>
  moneyLabel(texts, amount, currency)

/** The name of a photo's button. */
export function formatPhotoLabel(texts: Texts, image: Image, position: number, total: number): string {
  const date = dayLabel(texts, image.dateTaken)
  return texts.text('photos.tile.label', { position, total, dated: date ? 'yes' : 'no', date: date ?? '' })
}
