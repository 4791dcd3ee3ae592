import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import SearchX from 'lucide-react/icons/search-x'
import Shuffle from 'lucide-react/icons/shuffle'
import { DRAFT_DAYS, type SelectionDraft } from '#contract/selection-drafts.ts'
import { MoreTools, PageFailure, PageLoading } from '#web/gallery/index.ts'
import { isMissing } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { readLastSource } from '../source/last-source.ts'
import { SuggestionHeading } from '../suggestion-heading.tsx'
import { draftQuery } from '../suggestion-queries.ts'
import { useNewDraft } from '../use-new-draft.ts'
import { DraftContent } from './draft-content.tsx'
import styles from './suggested-selection.module.css'

/** '/my-photos/suggest/:draftId': a suggested selection and its changes. */
export function SuggestedSelection({ draftId }: { draftId: string }) {
  const { text } = useTexts()
  const draft = useQuery(draftQuery(draftId))
  const renew = () => draft.refetch({ cancelRefetch: false }).then(() => {})
  if (isMissing(draft.error))
    return (
      <div className={styles.page}>
        <SuggestionHeading title={text('suggest.title')} />
        <EmptyState
          icon={SearchX}
          title={text('suggested.gone')}
          text={text('suggested.gone.text', { days: DRAFT_DAYS })}
          action={<PrimaryLink to={PATHS.suggest}>{text('suggested.start-again')}</PrimaryLink>}
        />
      </div>
    )
  const count = draft.data?.events.reduce((sum, event) => sum + event.choices.length, 0)
  return (
    <div className={styles.page}>
      <SuggestionHeading
        title={count === undefined ? text('suggest.title') : text('suggested.title', { count })}
      >
        {draft.data && <DraftActions draft={draft.data} />}
      </SuggestionHeading>
      {draft.isPending && <PageLoading id="photos.loading" heading={{ width: 240, height: 24 }} tiles={18} />}
      {draft.isError && !draft.data && <PageFailure id="photos.load-failed" retry={draft.refetch} />}
      {draft.data && <DraftContent key={draftId} draft={draft.data} renew={renew} />}
    </div>
  )
}

/** 'Start again' and 'Suggest others', beside the title or, on small screens, in its menu. */
function DraftActions({ draft }: { draft: SelectionDraft }) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const others = useNewDraft()
  const { draftId, version, wanted, leaveOut, seed } = draft
  // Other photos of the same source; those that the customer chose stay. Another version has other ones to keep.
  const suggestOthers = () =>
    others.mutate({ wanted, leaveOut, seed: (seed + 1) % 1000, keep: draftId, version })
  const source = readLastSource()
  if (isMobile(useScreenSize()))
    return (
      <MoreTools
        items={[
          {
            id: 'start-again',
            label: text('suggested.start-again'),
            icon: RotateCcw,
            onAction: () => void navigate({ to: PATHS.suggest, search: { source } }),
          },
          {
            id: 'others',
            label: text('suggested.others'),
            icon: Shuffle,
            onAction: () => {
              if (!others.isPending) suggestOthers()
            },
          },
        ]}
      />
    )
  return (
    <>
      <Link to={PATHS.suggest} search={{ source }} className={buttonClass('plain')}>
        {text('suggested.start-again')}
      </Link>
      <Button icon={Shuffle} pending={others.isPending} onClick={suggestOthers}>
        {text('suggested.others')}
      </Button>
    </>
  )
}
