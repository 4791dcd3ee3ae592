import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from './alert-banner.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './paged-table.module.css'
import { SectionHeading } from './section-heading.tsx'
import { Skeleton } from './skeleton.tsx'
import { type Column, Table } from './table.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * A section with a table whose rows are loaded page by page: title with the number of entries, a filter, placeholders, 'Show
 * more' and a failure that repeats what failed. `children` are the TableRows of the loaded pages.
 */
export function PagedTable<F extends string>({
  id,
  title,
  count,
  filter,
  columns,
  query,
  isEmpty,
  emptyText,
  loadingText,
  failureText,
  children,
}: PagedTableProps<F>) {
  const { text } = useTexts()
  return (
    <section className="ui-stack12 ui-above32" aria-labelledby={id}>
      <SectionHeading id={id} title={title} count={count} action={<Filter {...filter} />} />
      {!query.data && !query.isError && <Loading label={loadingText} />}
      {query.data !== undefined &&
        (isEmpty ? (
          <p className={styles.empty}>{emptyText}</p>
        ) : (
          <>
            <Table columns={columns}>{children}</Table>
            {query.hasNextPage && (
              <div className={styles.more}>
                <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {text('action.show-more')}
                </Button>
              </div>
            )}
          </>
        ))}
      {query.isError && (
        <AlertBanner
          kind="error"
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        >
          {failureText}
        </AlertBanner>
      )}
    </section>
  )
}

export interface PagedTableProps<F extends string> {
  /** Id of the title. */
  id: string
  title: string
  /** The number of entries, once it is known. */
  count: string | undefined
  filter: FilterProps<F>
  columns: readonly Column[]
  query: PagedQuery
  /** Whether the loaded pages have no rows. */
  isEmpty: boolean
  emptyText: string
  loadingText: string
  failureText: string
  children: ReactNode
}

/** What the table needs of an infinite query. */
interface PagedQuery {
  data: unknown
  isError: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface FilterProps<F extends string> {
  label: string
  value: F
  options: readonly { value: F; label: string }[]
  onChange: (value: F) => void
}

function Filter<F extends string>({ label, value, options, onChange }: FilterProps<F>) {
  return (
    <fieldset aria-label={label} className="ui-line4">
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className={classes('ui-note', styles.filter)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" className="ui-stack8">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton width="100%" height={56} />
      <Skeleton width="100%" height={56} />
      <Skeleton width="100%" height={56} />
    </div>
  )
}
