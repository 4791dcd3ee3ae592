import type { DeliveryAddress } from '#contract/delivery-address.ts'
import { addressLines } from '#web/domains/addresses/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Chip } from '#web/ui/chip.tsx'
import styles from './order-details.module.css'
import sections from './order-section.module.css'

/** Where the order goes, with the type of delivery (AA-066). */
export function DeliveryAddressBlock({ address }: { address: DeliveryAddress }) {
  const texts = useTexts()
  const { text } = texts
  return (
    <section aria-labelledby="order-address" className={sections.section}>
      <div className={sections.title}>
        <h2 id="order-address">{text('order.address')}</h2>
        <span className={sections.end}>
          <Chip small>{text(TYPES[address.type])}</Chip>
        </span>
      </div>
      <address className={styles.lines}>
        {addressLines(texts, address).map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}

const TYPES = {
  Home: 'order.address.home',
  PickupPoint: 'order.address.pickup-point',
  ChangeInProgress: 'order.address.change-in-progress',
} as const
