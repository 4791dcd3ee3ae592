import Maximize from 'lucide-react/icons/maximize'
import Star from 'lucide-react/icons/star'
import { useId, useState } from 'react'
import type { TidyUpGroup, TidyUpKind, TidyUpMember } from '#contract/tidy-up.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatGroupFacts, formatGroupTitle, formatReason, formatUse, listCopyFacts } from './group-texts.ts'
import { KeepOrBin } from './keep-or-bin.tsx'
import { CompareDialog } from './lazy-dialogs.ts'
import styles from './tidy-up.module.css'
import type { Decisions } from './use-decisions.ts'

/** A group with a choice for each photo, and what decides it. */
export function Group({ kind, group, choices, onChoose, decisions }: GroupProps) {
  const { texts, text } = useTexts()
  const titleId = useId()
  const [isComparing, setComparing] = useState(false)
  const [hasCompared, setCompared] = useState(false)
  const { members } = group
  const isKept = (photoId: string) =>
    choices.get(photoId) ?? members.find(({ image }) => image.imageId === photoId)?.keep ?? true
  const kept = members.filter(({ image }) => isKept(image.imageId)).map(({ image }) => image.imageId)
  const binned = members.filter(({ image }) => !isKept(image.imageId))
  const isPending = decisions.pendingIds.has(group.groupId)
  const all = members.map(({ image }) => image.imageId)
  return (
    <section aria-labelledby={titleId} className={styles.group}>
      <header className={styles.header}>
        <div className={styles.headerText}>
          <h2 id={titleId}>{formatGroupTitle(texts, kind, members)}</h2>
          <p>{formatGroupFacts(texts, kind, members, binned)}</p>
        </div>
        {kind === 'similar' ? (
          <>
            <Button
              variant="plain"
              size="small"
              disabled={isPending}
              onClick={() => void decisions.decide(group, all)}
            >
              {text('tidy-up.keep-all')}
            </Button>
            <Button
              size="small"
              icon={Maximize}
              className={styles.compare}
              onClick={() => {
                setCompared(true)
                setComparing(true)
              }}
            >
              {text('tidy-up.compare')}
            </Button>
          </>
        ) : (
          <Button
            variant="plain"
            size="small"
            disabled={isPending}
            onClick={() => void decisions.separate(group)}
          >
            {text('tidy-up.not-same')}
          </Button>
        )}
        <Button
          variant="primary"
          size="small"
          pending={isPending}
          disabledReason={
            kept.length === 0
              ? text('tidy-up.keep-one')
              : binned.length === 0
                ? text('tidy-up.bin-none')
                : undefined
          }
          onClick={() => void decisions.decide(group, kept)}
        >
          {text('tidy-up.bin-count', { count: binned.length })}
        </Button>
      </header>
      <ul className={classes(styles.members, styles[kind])}>
        {members.map((member, place) => (
          <Member
            key={member.image.imageId}
            kind={kind}
            member={member}
            best={members[0]!}
            position={place + 1}
            count={members.length}
            isKept={isKept(member.image.imageId)}
            onChoose={keep => onChoose(member.image.imageId, keep)}
          />
        ))}
      </ul>
      {hasCompared && (
        <CompareDialog
          members={members}
          isOpen={isComparing}
          isKept={isKept}
          onChoose={onChoose}
          onClose={() => setComparing(false)}
        />
      )}
    </section>
  )
}

interface GroupProps {
  kind: TidyUpKind
  group: TidyUpGroup
  /** What the customer has chosen, by photo. */
  choices: ReadonlyMap<string, boolean>
  onChoose: (photoId: string, keep: boolean) => void
  decisions: Decisions
}

/** A photo of a group with its reason, or what tells it from the best version, and its choice. */
function Member({ kind, member, best, position, count, isKept, onChoose }: MemberProps) {
  const { texts, text } = useTexts()
  const { image, use } = member
  const thumbnail =
    image.thumbnails.find(({ id }) => id === (kind === 'copies' ? 800 : 300)) ?? image.thumbnails[0]
  const isBest = member === best
  return (
    <li className={classes(styles.member, isKept ? styles.kept : styles.binned)}>
      <span className={styles.picture}>
        {thumbnail && (
          <img
            src={thumbnail.url}
            alt={text('tidy-up.photo', { position, count })}
            width={thumbnail.width}
            height={thumbnail.height}
            loading="lazy"
            decoding="async"
          />
        )}
        {isBest && member.reason !== 'undecided' && (
          <span className={styles.best}>
            <Icon of={Star} size={14} />
            {text(kind === 'copies' ? 'tidy-up.reason.best-version' : 'tidy-up.recommended')}
          </span>
        )}
      </span>
      {kind === 'similar' ? (
        <p className={classes(styles.reason, isBest && styles.bestReason)}>
          {formatReason(texts, member, count)}
          {use && <span className="ui-plain ui-block ui-quiet">{formatUse(texts, use)}</span>}
        </p>
      ) : (
        <ul className={styles.facts}>
          {listCopyFacts(texts, member, best).map(fact => (
            <li key={fact.text} className={fact.isWorse ? styles.worse : undefined}>
              {fact.text}
            </li>
          ))}
        </ul>
      )}
      <KeepOrBin
        label={text('tidy-up.photo', { position, count })}
        name={image.imageId}
        isKept={isKept}
        onChoose={onChoose}
      />
    </li>
  )
}

interface MemberProps {
  kind: TidyUpKind
  member: TidyUpMember
  /** The recommended one. */
  best: TidyUpMember
  /** From 1 on. */
  position: number
  count: number
  isKept: boolean
  onChoose: (keep: boolean) => void
}
