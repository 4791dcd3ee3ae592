import type { ReactNode } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { LoadFailed } from './load-failed.tsx'
import { Loading } from './loading.tsx'
import styles from './paged-table.module.css'
import { SectionHeading } from './section-heading.tsx'
import { Skeletons } from './skeleton.tsx'
import tableStyles from './table.module.css'
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
  loading,
  failure,
  children,
}: PagedTableProps<F>) {
  const { text } = useTexts()
  return (
    <section className="ui-stack12 ui-above32" aria-labelledby={id}>
      <SectionHeading id={id} title={title} count={count} action={<Filter {...filter} />} />
      {!query.data && !query.isError && (
        <Loading id={loading} className="ui-stack8">
          <Skeletons count={3} width="100%" height={56} />
        </Loading>
      )}
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
        <LoadFailed
          retry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          id={failure}
        />
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
  /** Texts for while the rows are loading, and for a failure. */
  loading: MessageId
  failure: MessageId
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

/**
 * A table whose rows are cards on small screens, where the heads of the columns are for screen readers only. `children` are
 * TableRows.
 */
export function Table({ columns, children }: { columns: readonly Column[]; children: ReactNode }) {
  return (
    <table className={tableStyles.table}>
      <thead className={tableStyles.columns}>
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
  )
}

interface Column {
  label: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
}

/**
 * A row; `className` may set --row-space, the space above and below, and --row-end, the space for what stands at its end on small
 * screens.
 */
export function TableRow({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <tr className={classes(tableStyles.row, className)}>{children}</tr>
}
