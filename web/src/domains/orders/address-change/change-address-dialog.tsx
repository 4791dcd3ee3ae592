import { useQuery, useQueryClient } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { useId, useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import type { Country } from '#contract/input/address/country.ts'
import { putDeliveryAddress } from '#contract/order-changes.ts'
import type { Order } from '#contract/orders.ts'
import { AddressForm, addressesQuery, formatAddressLines } from '#web/domains/addresses/index.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { call } from '#web/platform/http/call.ts'
import { isConflict } from '#web/platform/http/http-failure.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { cacheOrders } from '../cached-orders.ts'
import { refreshOrder } from '../use-order-changes.ts'
import type { AddressDeadline } from './address-deadline.ts'
import { canChangeAddress } from './address-note.tsx'

/** Chooses another address for the order, from the address book or typed; a failure keeps what was entered. */
export function ChangeAddressDialog({ order, deadline, onClose }: ChangeAddressDialogProps) {
  const { texts, text } = useTexts()
  const formId = useId()
  const queries = useQueryClient()
  const { data: addressBook, isPending } = useQuery(addressesQuery)
  const [chosen, setChosen] = useState<AddressChoice>()
  const choices = listAddressChoices(texts, order, addressBook ?? [], chosen)
  const initialId = getInitialChoice(order, choices, { isLoading: isPending })
  // Later changes of the address book move no choice, and close no form.
  if (!chosen && initialId) setChosen(choices.find(({ id }) => id === initialId))
  const choiceId = chosen?.id ?? initialId
  const [isFormUsed, setFormUsed] = useState(false)
  if (choiceId === DIFFERENT_ADDRESS && !isFormUsed) setFormUsed(true)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { superOrderCode: code } = order
  const draft = useDraft(`order-address ${code}`)
  const isPossible = canChangeAddress(order, deadline)
  const initial = getPrefilledAddress(order)

  const send = async (address: AddressDetails) => {
    setSending(true)
    setFailure(undefined)
    const requestedAt = Date.now()
    try {
      const changedOrder = await call(putDeliveryAddress, { params: { code }, body: address })
      cacheOrders(queries, [changedOrder], requestedAt, { isChange: true })
    } catch (error) {
      setSending(false)
      setFailure(text(isConflict(error) ? 'order.address.too-late' : 'order.address.failed'))
      // The refetched order shows the reason.
      if (isConflict(error)) refreshOrder(queries, code).catch(reportFailure)
      throw error
    }
    toasts.add({ subject: `address of ${code}`, text: text('order.address.sent'), place: 'top' })
    onClose()
  }
  const sendSelected = () => {
    if (!chosen?.address) return onClose()
    if (!isSending) send(chosen.address).catch(reportFailure)
  }
  const cancel = () => {
    draft.remove()
    onClose()
  }
  return (
    <Dialog
      title={text('order.address.change-title')}
      size="small"
      closeDisabled={isSending}
      onClose={onClose}
      alert={
        !isPossible ? (
          <AlertBanner kind="error">{text('order.address.too-late')}</AlertBanner>
        ) : (
          failure && choiceId !== DIFFERENT_ADDRESS && <AlertBanner kind="error">{failure}</AlertBanner>
        )
      }
      footer={
        <>
          <Button disabled={isSending} onClick={cancel}>
            {text('action.cancel')}
          </Button>
          <Button
            variant="primary"
            pending={isSending}
            disabled={!choiceId}
            disabledReason={isPossible ? undefined : text('order.address.too-late')}
            {...(choiceId === DIFFERENT_ADDRESS
              ? { type: 'submit', form: formId }
              : { onClick: sendSelected })}
          >
            {text('order.address.use')}
          </Button>
        </>
      }
    >
      {deadline?.timeLeft && (
        <p className="ui-row8">
          <Icon of={Clock} size={16} />
          {text('order.address.until-left', { time: deadline.time, left: deadline.timeLeft })}
        </p>
      )}
      <div className="ui-above16">
        <RadioCards
          label={text('order.address')}
          name="choice"
          value={choiceId}
          disabled={isSending}
          onChange={id => setChosen(choices.find(each => each.id === id))}
          options={choices.map(({ id, title, text: line }) => ({
            id,
            title,
            text: line,
            chip: id === CURRENT_ADDRESS ? text('order.address.current') : undefined,
          }))}
        />
      </div>
      {isFormUsed && (
        <div className="ui-above16" hidden={choiceId !== DIFFERENT_ADDRESS}>
          <AddressForm
            id={formId}
            initial={initial}
            rules={{ countries: [initial.countryCode], needsCompany: false }}
            failure={failure}
            following={{ draft }}
            onSubmit={send}
          />
        </div>
      )}
      <p className="ui-above16 ui-small">{text('order.address.country-fixed')}</p>
    </Dialog>
  )
}

export interface ChangeAddressDialogProps {
  order: Order
  deadline: AddressDeadline | undefined
  onClose: () => void
}

/** Ids of the two choices that are not addresses of the address book. */
const CURRENT_ADDRESS = 'current'

const DIFFERENT_ADDRESS = 'different'

interface AddressChoice {
  id: string
  title: string
  text: string
  /** Only for an address of the address book. */
  address?: AddressDetails
}

/**
 * Lists the order's address, the addresses of the address book in the same country, and a different one to be typed. An
 * address of the book that equals the order's is left out; `chosen` stays listed after it has left the book.
 */
function listAddressChoices(
  texts: Texts,
  order: Order,
  addressBook: readonly Address[],
  chosen: AddressChoice | undefined,
): AddressChoice[] {
  const { country, ...currentAddress } = formatAddress(texts, order.deliveryAddress!)
  const otherAddresses = addressBook
    .filter(({ countryCode }) => countryCode === order.deliveryAddress!.countryCode)
    .map(({ id, isDefault: _, ...address }) => ({ id, address, ...formatAddress(texts, address) }))
    .filter(({ title, text }) => title !== currentAddress.title || text !== currentAddress.text)
  const isRemoved = chosen?.address && !otherAddresses.some(({ id }) => id === chosen.id)
  return [
    { id: CURRENT_ADDRESS, ...currentAddress },
    ...otherAddresses.map(({ id, title, text, address }) => ({ id, title, text, address })),
    ...(isRemoved ? [chosen] : []),
    { id: DIFFERENT_ADDRESS, title: texts.text('order.address.different'), text: country },
  ]
}

/**
 * Returns the initial choice: a different address when the last change was refused or the address book has none, else the
 * order's. Undefined while `addressBook` is loading, unless it does not matter.
 */
function getInitialChoice(
  { addressChange: { last } }: Order,
  choices: readonly AddressChoice[],
  { isLoading }: { isLoading: boolean },
): string | undefined {
  if (last?.state === 'refused') return DIFFERENT_ADDRESS
  if (isLoading) return undefined
  return choices.length === 2 ? DIFFERENT_ADDRESS : CURRENT_ADDRESS
}

/** Returns the initial values of the form for a different address: the refused address, else the order's. */
function getPrefilledAddress({
  deliveryAddress,
  addressChange: { last },
}: Order): Partial<AddressDetails> & { countryCode: Country } {
  const {
    type: _,
    pickupPointName: __,
    ...address
  } = (last?.state === 'refused' && last.address) || deliveryAddress!
  // A home address is always in the country of a brand, so the cast is safe.
  return { ...address, countryCode: address.countryCode as Country }
}

/** Formats an address as a title (the name), one line of text, and the country. */
function formatAddress(texts: Texts, address: Parameters<typeof formatAddressLines>[1]) {
  const [title = '', ...lines] = formatAddressLines(texts, address, { compact: true })
  const country = lines.pop() ?? ''
  return { title, text: lines.join(', '), country }
}
