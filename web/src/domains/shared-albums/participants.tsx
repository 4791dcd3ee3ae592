import { useQuery } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import type { Participant, SharedAlbum } from '#contract/shared-albums.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { participantsQuery } from './shared-album-queries.ts'
import styles from './shared-albums.module.css'

/** Members of a shared album: the owner sees the participants, a participant sees the owner. */
export function Participants({ album, viewerId }: { album: SharedAlbum; viewerId: string | undefined }) {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery(participantsQuery(album.albumId))
  if (isError && !data)
    return (
      <p role="alert" className="ui-quiet">
        {text('shared-albums.participants-failed')}{' '}
        <Button variant="text" size="small" onClick={() => void refetch()}>
          {text('action.try-again')}
        </Button>
      </p>
    )
  if (!data || viewerId === undefined) return null
  if (viewerId === album.ownerId) return <SharedWith participants={data.participants} />
  return (
    <div className="ui-quiet">
      <h2 className={classes('ui-row8 ui-strong', styles.with)}>
        <Icon of={Users} />
        {text('shared-albums.shared-by', { email: data.owner.email })}
      </h2>
    </div>
  )
}

/** Number of participants shown before 'Show more'. */
const MAX_COLLAPSED = 8

function SharedWith({ participants }: { participants: readonly Participant[] }) {
  const { text } = useTexts()
  const [isExpanded, setExpanded] = useState(false)
  const visibleParticipants = isExpanded ? participants : participants.slice(0, MAX_COLLAPSED)
  return (
    <div className="ui-quiet">
      <h2 className={classes('ui-row8 ui-strong', styles.with)}>
        <Icon of={Users} />
        {text('shared-albums.shared-with', { count: participants.length })}
      </h2>
      <ul className={classes('ui-cluster ui-small', styles.people)}>
        {visibleParticipants.map(({ id, email }) => (
          <li key={id}>{email}</li>
        ))}
      </ul>
      {participants.length > MAX_COLLAPSED && (
        <Button variant="text" size="small" className={styles.more} onClick={() => setExpanded(!isExpanded)}>
          {text(isExpanded ? 'action.show-less' : 'action.show-more')}
        </Button>
      )}
    </div>
  )
}
