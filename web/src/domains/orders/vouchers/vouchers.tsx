import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import { countDaysLeft } from '#contract/deadline.ts'
import type { OwnVoucher } from '#contract/own-vouchers.ts'
import { ChannelShopLink } from '#web/domains/merchandise/index.ts'
import { endsInLabel, lastDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import listStyles from '../list/order-list.module.css'
import { CopyCode } from './copy-code.tsx'
import { describeObstacle } from './voucher-obstacle.ts'
import { ownVouchersQuery } from './voucher-query.ts'
import styles from './vouchers.module.css'

/** The tab of '/orders' with all vouchers of the customer: ready ones by their end, below them used and expired ones. */
export function Vouchers() {
  const { text } = useTexts()
  const { data, isError, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(ownVouchersQuery)
  const failure = isError && <LoadFailed retry={() => (isFetchNextPageError ? fetchNextPage() : refetch())} />
  if (!data) return failure || <VouchersLoading />
  const vouchers = data.pages.flatMap(page => page.vouchers)
  const now = Date.now()
  const [ready, ended] = [false, true].map(is => vouchers.filter(each => isEnded(each, now) === is))
  const { counts } = data.pages[0]!
  const hint = (
    <p className={classes('ui-note', styles.hint)}>
      {text('vouchers.hint')} <ChannelShopLink />
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
      <h2 id={id} className={classes('ui-line8', styles.title)}>
        {title}{' '}
        <span className={classes('ui-small ui-plain ui-faint', listStyles.count)}>{number(count)}</span>
      </h2>
      <ul className="ui-stack12">
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

function VouchersLoading() {
  return (
    <Loading id="vouchers.loading">
      <SkeletonGroups count={3} className={styles.placeholder}>
        <Skeleton width="100%" height={72} />
      </SkeletonGroups>
    </Loading>
  )
}

/** Days before its end from which a voucher says how many are left. */
const SOON_DAYS = 7

/** A voucher: what it is for, its code to copy, until when, and the order that it came with. */
function VoucherRow({ voucher }: { voucher: OwnVoucher }) {
  const { text } = useTexts()
  const { code, title, orderCode } = voucher
  const isOver = isEnded(voucher, Date.now())
  return (
    <li className={classes('ui-row ui-wrap', styles.voucher, isOver && styles.ended)}>
      <Icon of={TicketPercent} />
      <div className={styles.text}>
        <p className={classes('ui-medium ui-breaks', styles.name)}>{title ?? text('order.voucher')}</p>
        <p className="ui-quiet">
          <span className={classes('ui-breaks ui-medium', styles.code)}>{code}</span>
          <End voucher={voucher} />
        </p>
      </div>
      {orderCode !== undefined && (
        <Link to={PATHS.order} params={{ orderCode }} className={classes('ui-breaks', styles.order)}>
          {text('vouchers.from-order', { code: orderCode })}
        </Link>
      )}
      {!isOver && <CopyCode code={code} />}
    </li>
  )
}

/** ' · until 31 January 2027', ' · ends in 3 days, until …', ' · ends today at midnight', or why it can no longer be used. */
function End({ voucher }: { voucher: OwnVoucher }) {
  const { texts, text } = useTexts()
  const { validUntil } = voucher
  const obstacle = describeObstacle(texts, voucher)
  if (obstacle) return <> · {obstacle}</>
  if (validUntil === undefined) return null
  const now = Date.now()
  const daysLeft = countDaysLeft(validUntil, now, texts.timeZone)
  const endsSoon = endsInLabel(texts, validUntil, now, SOON_DAYS)
  return (
    <>
      {' · '}
      {endsSoon && (
        <>
          <span className="ui-medium ui-warning">{endsSoon}</span>
          {daysLeft > 0 && ', '}
        </>
      )}
      {daysLeft > 0 && text('vouchers.until', { date: lastDayLabel(texts, validUntil) })}
    </>
  )
}

/** Whether a voucher was used, or its time is over. `now`: milliseconds since 1970. */
const isEnded = (
  { redeemed, validUntil }: Pick<OwnVoucher, 'redeemed' | 'validUntil'>,
  now: number,
): boolean => redeemed || (validUntil !== undefined && Date.parse(validUntil) <= now)
