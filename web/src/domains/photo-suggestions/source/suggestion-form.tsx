import { useQuery } from '@tanstack/react-query'
import CalendarRange from 'lucide-react/icons/calendar-range'
import CircleCheck from 'lucide-react/icons/circle-check'
import Image from 'lucide-react/icons/image'
import Images from 'lucide-react/icons/images'
import Search from 'lucide-react/icons/search'
import { useId, useMemo, useRef, useState } from 'react'
import { type LeftOutKind, SUGGESTION_SOURCE_MAX, type SuggestionSource } from '#contract/selection-drafts.ts'
import { useAlbumOptions } from '#web/domains/albums/index.ts'
import { libraryTotalsQuery, timelineQuery } from '#web/domains/photos/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useDebounced } from '#web/platform/operations/use-debounced.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { usePagePaper } from '../page-paper.ts'
import { LookedNote, SuggestionHeading } from '../suggestion-heading.tsx'
import { sourceQuery } from '../suggestion-queries.ts'
import { useNewDraft } from '../use-new-draft.ts'
import albumChoiceStyles from './album-choice.module.css'
import { ChoiceChips } from './choice-chips.tsx'
import { Histogram } from './histogram.tsx'
import { storeLastSource } from './last-source.ts'
import leaveOutChoiceStyles from './leave-out-choice.module.css'
import { listPeriodMonths, type PeriodMonth, type Range, toMonthText } from './period.ts'
import { PurposeChoice } from './purpose-choice.tsx'
import { readSelection } from './selected-source.ts'
import { SourceSummary } from './source-summary.tsx'
import styles from './suggestion-form.module.css'
import { findRange, formatSource, type SourceKind, toSelection } from './suggestion-source.ts'
import { useSuggestionSettings } from './use-suggestion-settings.ts'

/** '/my-photos/suggest': which photos a selection is suggested from, how many, and what is left out. */
export function SuggestionForm() {
  const { text } = useTexts()
  const { source, setSource, settings, change } = useSuggestionSettings()
  const totals = useQuery(libraryTotalsQuery())
  const timeline = useQuery(timelineQuery('dateTaken'))
  const libraryMonths = useMemo(
    () => (timeline.data ? listPeriodMonths(timeline.data.counts) : []),
    [timeline.data],
  )
  const range = findRange(source, libraryMonths)
  const selection = toSelection(source, { period: libraryMonths.slice(range.from, range.to + 1) })
  const { wanted, leaveOut } = settings
  const paper = usePagePaper()
  const input = useDebounced(
    { ...(selection && { selection }), wanted, leaveOut: [...leaveOut], ...(paper && { paper }) },
    DEBOUNCE_MS,
  )
  const isChosen = selection !== null && (source.kind !== 'period' || timeline.isSuccess)
  const summary = useQuery({ ...sourceQuery(input), enabled: isChosen })
  const found = isChosen ? summary.data : undefined
  const months = useSourceMonths(
    source.kind === 'all' || source.kind === 'period',
    libraryMonths,
    found?.months,
  )
  // The page was opened from these results; they can be chosen again after another source.
  const [results] = useState(source.kind === 'search' ? source : undefined)
  const numberField = useRef<HTMLInputElement>(null)
  const draft = useNewDraft()

  if (totals.data?.photosCount === 0)
    return (
      <div className={styles.page}>
        <SuggestionHeading title={text('suggest.title')} />
        <EmptyState
          icon={Images}
          title={text('photos.empty')}
          text={text('suggest.empty')}
          action={<PrimaryLink to={PATHS.photos}>{text('photos.back')}</PrimaryLink>}
        />
      </div>
    )

  const setRange = ({ from, to }: Range) => {
    const [first, last] = [libraryMonths[from], libraryMonths[to]]
    if (first && last)
      setSource({ kind: 'period', months: { first: toMonthText(first), last: toMonthText(last) } })
  }
  return (
    <div className={styles.page}>
      <SuggestionHeading title={text('suggest.title')} />
      <p className={styles.intro}>{text('suggest.intro')}</p>
      <div className={styles.columns}>
        <div className="ui-narrow">
          <SourceChoice
            value={source.kind}
            total={totals.data?.photosCount}
            hasResults={results !== undefined}
            selected={readSelection()?.count}
            onChange={kind => {
              if (kind !== 'search') setSource({ kind })
              else if (results) setSource(results)
            }}
          />
          {source.kind === 'album' && (
            <AlbumChoice value={source.albumId} onChange={albumId => setSource({ kind: 'album', albumId })} />
          )}
          <Histogram
            months={months}
            range={source.kind === 'period' ? range : { from: 0, to: months.length - 1 }}
            onChange={source.kind === 'period' ? setRange : undefined}
          />
          <PurposeChoice settings={settings} numberField={numberField} onChange={change} />
          <LeaveOutChoice value={leaveOut} source={found} onChange={next => change({ leaveOut: next })} />
        </div>
        <SourceSummary
          source={found}
          paper={paper}
          purpose={settings.purpose}
          wanted={wanted}
          isChosen={isChosen}
          isCreating={draft.isPending}
          onSubmit={() => {
            storeLastSource(formatSource(source))
            draft.mutate({ ...(selection && { selection }), wanted, leaveOut: [...leaveOut] })
          }}
        >
          {found && <LookedNote looked={found.looked} />}
          {isChosen && summary.isError && (
            <AlertBanner kind="error" onRetry={() => void summary.refetch()}>
              {isTooMany(summary.error)
                ? text('suggest.too-many', { limit: SUGGESTION_SOURCE_MAX })
                : text('photos.load-failed')}
            </AlertBanner>
          )}
        </SourceSummary>
      </div>
    </div>
  )
}

const DEBOUNCE_MS = 200

/** Albums and selections bring their own months. */
function useSourceMonths(
  isLibrary: boolean,
  libraryMonths: PeriodMonth[],
  own: readonly PeriodMonth[] | undefined,
): PeriodMonth[] {
  return useMemo(() => {
    if (isLibrary || !own) return libraryMonths.map(month => (isLibrary ? month : { ...month, photos: 0 }))
    const timeline: Record<string, Record<string, number>> = {}
    for (const { year, month, photos } of own)
      timeline[String(year).padStart(4, '0')] = {
        ...timeline[String(year).padStart(4, '0')],
        [month]: photos,
      }
    return listPeriodMonths(timeline)
  }, [isLibrary, libraryMonths, own])
}

const isTooMany = (error: unknown) =>
  error instanceof HttpFailure && Object.values(error.fields ?? {}).includes('too-many')

/** What is left out, with the number of photos that each choice concerns. */
function LeaveOutChoice({ value, source, onChange }: LeaveOutChoiceProps) {
  const { text, number } = useTexts()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={leaveOutChoiceStyles.heading}>
        {text('suggest.leave-out')}
      </h2>
      <ul className="ui-ruled">
        {KINDS.map(kind => {
          const photos = source?.leftOut.find(each => each.kind === kind)?.photos
          const isOn = value.includes(kind)
          return (
            <li key={kind} className={classes('ui-row16', leaveOutChoiceStyles.row)}>
              <div className="ui-stack ui-fill">
                <span id={`${id}-${kind}`}>{text(`suggest.leave-out.${kind}`)}</span>
                {kind === 'similar' && (
                  <span className="ui-not-on-small ui-small ui-quiet">
                    {text('suggest.leave-out.similar-hint')}
                  </span>
                )}
              </div>
              <span className="ui-note">{photos !== undefined && number(photos)}</span>
              <Switch
                labelId={`${id}-${kind}`}
                checked={isOn}
                onChange={on => onChange(KINDS.filter(each => (each === kind ? on : value.includes(each))))}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface LeaveOutChoiceProps {
  value: readonly LeftOutKind[]
  source: SuggestionSource | undefined
  onChange: (value: LeftOutKind[]) => void
}

const KINDS: readonly LeftOutKind[] = ['similar', 'blurred', 'badly-lit', 'screenshots', 'printed']

/** One of the customer's own albums. */
function AlbumChoice({ value, onChange }: AlbumChoiceProps) {
  const { text } = useTexts()
  const id = useId()
  const albums = useAlbumOptions()
  const failure = albums.isError && <LoadFailed retry={albums.retry} id="albums.list-failed" />
  if (failure && albums.options.length === 0) return failure
  const isListed = albums.options.some(({ albumId }) => albumId === value)
  return (
    <div className={classes('ui-stack ui-above12', albumChoiceStyles.choice)}>
      <label htmlFor={id} className="ui-small ui-medium">
        {text('suggest.album')}
      </label>
      <select
        id={id}
        className={albumChoiceStyles.select}
        value={isListed ? value : ''}
        onChange={event => onChange(event.target.value)}
      >
        {!isListed && (
          <option value="" disabled>
            {text(albums.isPending ? 'albums.loading' : 'suggest.album.choose')}
          </option>
        )}
        {albums.options.map(({ albumId, albumName, photosCount }) => (
          <option key={albumId} value={albumId}>
            {albumName} ({text('photos.count', { count: photosCount })})
          </option>
        ))}
      </select>
      {failure}
    </div>
  )
}

interface AlbumChoiceProps {
  value: string | undefined
  onChange: (albumId: string) => void
}

/** The photos that a selection is suggested from . */
function SourceChoice({ value, total, hasResults, selected, onChange }: SourceChoiceProps) {
  const { text, number } = useTexts()
  const hasAlbums = useFlag('PhotoManagementAlbumViewEnabled')
  const note = (count: number | undefined) => (count === undefined ? undefined : number(count))
  return (
    <ChoiceChips
      legend={text('suggest.from')}
      value={value}
      onChange={onChange}
      options={[
        { id: 'all', label: text('suggest.from.all'), icon: Image, note: note(total) },
        { id: 'period', label: text('suggest.from.period'), icon: CalendarRange },
        ...(hasAlbums ? [{ id: 'album' as const, label: text('suggest.from.album'), icon: Images }] : []),
        ...(hasResults ? [{ id: 'search' as const, label: text('suggest.from.search'), icon: Search }] : []),
        ...(selected === undefined
          ? []
          : [
              {
                id: 'selection' as const,
                label: text('suggest.from.selection'),
                icon: CircleCheck,
                note: note(selected),
              },
            ]),
      ]}
    />
  )
}

interface SourceChoiceProps {
  value: SourceKind
  /** Photos of the library. */
  total: number | undefined
  /** Whether there are results of a search to choose from. */
  hasResults: boolean
  /** Photos that are selected; undefined without a selection. */
  selected: number | undefined
  onChange: (kind: SourceKind) => void
}
