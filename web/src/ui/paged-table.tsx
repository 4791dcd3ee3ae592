import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from './alert-banner.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './paged-table.module.css'
import { Skeleton } from './skeleton.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * A section with a table whose rows are loaded page by page: title with the number of entries, a filter, placeholders, 'Show
 * more' and a failure that repeats what failed. `children` are the PagedTableRows of the loaded pages; on small screens
 * the rows are cards, and the heads of the columns are for screen readers only.
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
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title} {count !== undefined && <span className={styles.count}>{count}</span>}
        </h2>
        <Filter {...filter} />
      </div>
      {!query.data && !query.isError && <Loading label={loadingText} />}
      {query.data !== undefined &&
        (isEmpty ? (
          <p className={styles.empty}>{emptyText}</p>
        ) : (
          <Table columns={columns} query={query}>
            {children}
          </Table>
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

export interface Column {
  label: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
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

/** A row; `className` may set --row-space, the space above and below, and --row-end, the space for what stands at its end on small screens. */
export function PagedTableRow({ className, children }: { className?: string; children: ReactNode }) {
  return <tr className={classes(styles.row, className)}>{children}</tr>
}

function Filter<F extends string>({ label, value, options, onChange }: FilterProps<F>) {
  return (
    <fieldset aria-label={label} className={styles.filters}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className={styles.filter}
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
    <div role="status" className={styles.loading}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton width="100%" height={56} />
      <Skeleton width="100%" height={56} />
      <Skeleton width="100%" height={56} />
    </div>
  )
}

function Table({
  columns,
  query,
  children,
}: Pick<PagedTableProps<string>, 'columns' | 'query' | 'children'>) {
  const { text } = useTexts()
  return (
    <>
      <table className={styles.table}>
        <thead className={styles.columns}>
          <tr>
            {columns.map(({ label, isLabelHidden = false }) => (
              <th key={label} scope="col">
                {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text('action.show-more')}
          </Button>
        </div>
      )}
    </>
  )
}
