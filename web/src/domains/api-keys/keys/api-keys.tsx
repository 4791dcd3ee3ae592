import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { apiKeysQuery } from '../api-key-queries.ts'
import styles from './api-keys.module.css'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import { KeyShownDialog, type ShownKey } from './key-shown-dialog.tsx'

/** The API keys of the business (NX-341, NX-344): a table, and cards on small screens. */
export function ApiKeys({ isBlocked }: { isBlocked: boolean }) {
  const { text, number } = useTexts()
  const { data, isError, refetch } = useQuery(apiKeysQuery)
  const [isCreating, setCreating] = useState(false)
  const [shownKey, setShownKey] = useState<ShownKey>()
  const activeKeys = data?.keys.filter(({ state }) => state === 'active') ?? []
  return (
    <section className={styles.section} aria-labelledby="api-keys">
      <SectionHeading
        id="api-keys"
        title={text('api-keys.title')}
        count={data && number(activeKeys.length)}
        action={
          <Button variant="primary" icon={Plus} disabled={isBlocked} onClick={() => setCreating(true)}>
            {text('api-keys.create')}
          </Button>
        }
      />
      {isBlocked && <AlertBanner kind="warning">{text('api-keys.blocked')}</AlertBanner>}
      {data && <KeyTable keys={data.keys} isBlocked={isBlocked} onReplaced={setShownKey} />}
      {!data && !isError && <Loading />}
      {!data && isError && (
        <AlertBanner kind="error" onRetry={() => void refetch()}>
          {text('api-keys.load-failed')}
        </AlertBanner>
      )}
      {isCreating && (
        <CreateKeyDialog
          onCreated={key => {
            setCreating(false)
            setShownKey(key)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {shownKey && <KeyShownDialog shown={shownKey} onClose={() => setShownKey(undefined)} />}
    </section>
  )
}

function KeyTable({ keys, isBlocked, onReplaced }: KeyTableProps) {
  const { text } = useTexts()
  if (keys.length === 0) return <p className={styles.empty}>{text('api-keys.empty')}</p>
  return (
    <Table
      columns={[
        ...COLUMNS.map(column => ({ label: text(`api-keys.${column}`) })),
        { label: text('action.more'), isLabelHidden: true },
      ]}
    >
      {keys.map(key => (
        <KeyRow key={key.id} apiKey={key} isBlocked={isBlocked} onReplaced={onReplaced} />
      ))}
    </Table>
  )
}

interface KeyTableProps {
  keys: readonly ApiKey[]
  isBlocked: boolean
  onReplaced: (shown: ShownKey) => void
}

const COLUMNS = ['name', 'may', 'last-used', 'ends'] as const

function Loading() {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.loading}>
      <VisuallyHidden>{text('api-keys.loading')}</VisuallyHidden>
      <Skeleton width="100%" height={56} />
      <Skeleton width="100%" height={56} />
    </div>
  )
}
