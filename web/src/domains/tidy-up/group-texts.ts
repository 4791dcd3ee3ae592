import type { Camera } from '#contract/photos.ts'
import type { TidyUpKind, TidyUpMember } from '#contract/tidy-up.ts'
import { dayLabel, timeLabel, weekdayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

type Members = readonly TidyUpMember[]

/** 'Sunday, 14 June 2026, 19:42' of similar shots; the file name of the best copy. */
export function formatGroupTitle(texts: Texts, kind: TidyUpKind, members: Members): string {
  const { image } = members[0]!
  if (kind === 'copies') return image.localFileName
  const first = listDates(members)[0]
  return [weekdayLabel(texts, first), timeLabel(texts, first)].filter(Boolean).join(', ')
}

/** '5 shots within 9 seconds · Canon EOS R5', or '3 copies · frees 1.4 MB', and whether the original is not known. */
export function formatGroupFacts(texts: Texts, kind: TidyUpKind, members: Members, binned: Members): string {
  const { text } = texts
  const count = members.length
  if (kind === 'copies') {
    const bytes = binned.reduce((sum, { image }) => sum + image.size, 0)
    return [
      text('tidy-up.copies-count', { count }),
      ...(bytes > 0 ? [text('tidy-up.frees', { size: fileSizeLabel(texts, bytes) })] : []),
      ...(members[0]!.reason === 'undecided' ? [text('tidy-up.undecided')] : []),
    ].join(' · ')
  }
  const dates = listDates(members)
  const seconds = Math.round((toTime(dates.at(-1)) - toTime(dates[0])) / 1000)
  const shots =
    seconds >= 120
      ? text('tidy-up.shots-minutes', { count, minutes: Math.round(seconds / 60) })
      : text('tidy-up.shots', { count, seconds: Math.max(1, seconds) })
  return [shots, formatCamera(members[0]!.image.camera)].filter(Boolean).join(' · ')
}

const listDates = (members: Members) => members.flatMap(({ image }) => image.dateTaken ?? []).toSorted()
const toTime = (localDateTime: string | undefined) => Date.parse(`${localDateTime ?? '1970-01-01T00:00:00'}Z`)

/** The model, which mostly contains the maker's name. */
const formatCamera = (camera: Camera | undefined) => camera?.model?.trim() || camera?.make?.trim()

/** Why a shot is recommended or not; an unknown reason of a later release has no text. */
export function formatReason(texts: Texts, { reason }: TidyUpMember, count: number): string {
  const known = SHOT_REASONS.find(each => each === reason)
  return known ? texts.text(`tidy-up.reason.${known}`, { count }) : ''
}

const SHOT_REASONS = [
  'sharpest',
  'sharpest-well-lit',
  'best-lit',
  'almost-as-sharp',
  'less-sharp',
  'blurred',
  'too-dark',
  'burnt-out',
] as const

/** What a photo is part of, so that it starts as 'Keep'. */
export function formatUse(texts: Texts, { kind, title }: NonNullable<TidyUpMember['use']>): string {
  const known = USES.find(each => each === kind)
  return known ? texts.text(`tidy-up.use.${known}`, { title: title ?? '' }) : ''
}

const USES = ['project', 'widget', 'order', 'shared-album'] as const

/** Size, name, date, albums and uses of a copy; `isWorse` where it is less than the best version. */
export function listCopyFacts(
  texts: Texts,
  member: TidyUpMember,
  best: TidyUpMember,
): { text: string; isWorse: boolean }[] {
  const { text, number } = texts
  const { image, albumNames, use } = member
  const isBest = member === best
  const difference = isBest ? undefined : formatDifference(texts, member, best)
  const size = [
    `${number(image.visibleWidth, PLAIN)} × ${number(image.visibleHeight, PLAIN)}`,
    fileSizeLabel(texts, image.size),
    ...(difference ? [difference] : []),
  ].join(', ')
  const date = dayLabel(texts, image.dateTaken)
  const time = timeLabel(texts, image.dateTaken)
  return [
    { text: size, isWorse: difference !== undefined },
    ...(isBest ? [] : [{ text: image.localFileName, isWorse: false }]),
    date
      ? { text: `${date}, ${time}`, isWorse: false }
      : { text: text('tidy-up.no-date'), isWorse: best.image.dateTaken !== undefined },
    ...(albumNames.length > 0
      ? [
          {
            text: text('tidy-up.albums', { count: albumNames.length, names: listLabel(texts, albumNames) }),
            isWorse: false,
          },
        ]
      : []),
    ...(use ? [{ text: formatUse(texts, use), isWorse: false }] : []),
  ]
}

const PLAIN = { useGrouping: false }

const DIFFERENCES = ['smaller', 'light', 'detail', 'edited'] as const

function formatDifference(
  { text }: Texts,
  { image, reason, turn }: TidyUpMember,
  best: TidyUpMember,
): string | undefined {
  if (turn !== 0 && (reason === 'turned' || reason === 'undecided'))
    return text('tidy-up.reason.turned', { degrees: turn === 2 ? 180 : 90 })
  const known = DIFFERENCES.find(each => each === reason)
  if (known) return text(`tidy-up.reason.${known}`)
  if (reason !== 'cropped') return undefined
  const share =
    (image.visibleWidth * image.visibleHeight) / (best.image.visibleWidth * best.image.visibleHeight)
  const percent = Math.max(1, Math.round((1 - Math.sqrt(share)) * 100))
  return text('tidy-up.reason.cropped', { percent })
}
