import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Address } from '#contract/addresses.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { formatAddressLines } from '../address-lines.ts'
import { changeDefaultAddress, deleteWithUndo } from './address-actions.ts'
import styles from './address-card.module.css'
import { useAddressPaths } from './use-address-paths.ts'

/** An address with its actions. */
export function AddressCard({ address }: { address: Address }) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const paths = useAddressPaths()
  const [name = '', ...lines] = formatAddressLines(texts, address, { compact: true })
  const action = buttonClass('text', 'small')
  // The names of the actions say whose address they are about.
  const nameValues = { name: [name, address.city].join(', ') }
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        {address.isDefault && (
          <Chip tone="accent" small>
            {text('addresses.default')}
          </Chip>
        )}
      </div>
      <address className={styles.lines}>
        {[...lines, address.phoneNumber].map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <div className={styles.actions}>
        <Link
          to={paths.address}
          params={{ addressId: address.id }}
          className={action}
          aria-label={text('addresses.edit.name', nameValues)}
        >
          {text('addresses.edit')}
        </Link>
        <button
          type="button"
          className={action}
          aria-label={text('addresses.delete.name', nameValues)}
          onClick={() => void deleteWithUndo(queries, address, texts)}
        >
          {text('action.delete')}
        </button>
        {!address.isDefault && (
          <button
            type="button"
            className={action}
            aria-label={text('addresses.make-default.name', nameValues)}
            onClick={() => void changeDefaultAddress(queries, address, texts)}
          >
            {text('addresses.make-default')}
          </button>
        )}
      </div>
    </li>
  )
}
