import { useInfiniteQuery } from '@tanstack/react-query'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import type { OwnVoucher } from '#contract/own-vouchers.ts'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import listStyles from '../list/order-list.module.css'
import { isEnded } from './voucher-end.ts'
import { ownVouchersQuery } from './voucher-query.ts'
import { VoucherRow } from './voucher-row.tsx'
import styles from './vouchers.module.css'

/** The tab of '/orders' with all vouchers of the customer: ready ones by their end, below them used and expired ones (NX-149). */
export function Vouchers() {
  const { text } = useTexts()
  const shop = useChannelShopLink()
  const { data, isError, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(ownVouchersQuery)
  const failure = isError && (
    <AlertBanner kind="error" onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}>
      <ContactText id="app.error.text" />
    </AlertBanner>
  )
  if (!data) return failure || <VouchersLoading />
  const vouchers = data.pages.flatMap(page => page.vouchers)
  const now = Date.now()
  const [ready, ended] = [false, true].map(is => vouchers.filter(each => isEnded(each, now) === is))
  const { counts } = data.pages[0]!
  const hint = (
    <p className={styles.hint}>
      {text('vouchers.hint')}{' '}
      <a href={shop} rel="noreferrer">
        {text('orders.empty.action')}
      </a>
    </p>
  )
  if (vouchers.length === 0)
    return <EmptyState icon={TicketPercent} title={text('vouchers.empty')} action={hint} />
  return (
    <>
      <Section id="ready" title={text('vouchers.ready')} vouchers={ready!} count={counts.ready} />
      <Section id="ended" title={text('vouchers.ended')} vouchers={ended!} count={counts.ended} />
      {failure}
      {hasNextPage && !failure && (
        <div className={listStyles.more}>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('action.show-more')}
          </Button>
        </div>
      )}
      {hint}
    </>
  )
}

function Section({ id, title, vouchers, count }: SectionProps) {
  const { number } = useTexts()
  if (vouchers.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title} <span className={listStyles.count}>{number(count)}</span>
      </h2>
      <ul className={styles.list}>
        {vouchers.map(voucher => (
          <VoucherRow key={voucher.productCode} voucher={voucher} />
        ))}
      </ul>
    </section>
  )
}

interface SectionProps {
  id: string
  title: string
  vouchers: readonly OwnVoucher[]
  count: number
}

const ROWS = ['first', 'second', 'third']

function VouchersLoading() {
  const { text } = useTexts()
  return (
    <div role="status">
      <VisuallyHidden>{text('vouchers.loading')}</VisuallyHidden>
      {ROWS.map(row => (
        <div key={row} className={styles.placeholder}>
          <Skeleton width="100%" height={72} />
        </div>
      ))}
    </div>
  )
}
