import Star from 'lucide-react/icons/star'
import type { TidyUpKind, TidyUpMember } from '#contract/tidy-up.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatReason, formatUse, listCopyFacts } from './group-texts.ts'
import { KeepOrBin } from './keep-or-bin.tsx'
import styles from './tidy-up.module.css'

/** A photo of a group with its reason, or what tells it from the best version, and its choice. */
export function Member({ kind, member, best, position, count, isKept, onChoose }: MemberProps) {
  const texts = useTexts()
  const { text } = texts
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
        {isBest && (
          <span className={styles.best}>
            <Icon of={Star} size={14} />
            {text(kind === 'copies' ? 'tidy-up.reason.best-version' : 'tidy-up.recommended')}
          </span>
        )}
      </span>
      {kind === 'similar' ? (
        <p className={classes(styles.reason, isBest && styles.bestReason)}>
          {formatReason(texts, member, count)}
          {use && <span className={styles.use}>{formatUse(texts, use)}</span>}
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
