import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type BusinessDetails, getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import { BUSINESS_TEXT_MAX, businessDetailsFields } from '#contract/input/business-details.ts'
import { createEntityTag, getBusinessState } from '#contract/input/entity-tag.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { customerQuery, markSaved, useRefetchCustomer } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { getLimitText, getPhoneText } from '#web/platform/forms/limit-text.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { callQuery } from '#web/platform/query/call-query.ts'

/**
 * Form of the business details, with the address that is chosen while it was not edited; `onSaved` is called once they are
 * stored and shown everywhere.
 */
export function useBusinessForm(
  currentDetails: BusinessDetails | null,
  invoiceAddressId: string,
  onSaved: () => void,
): FormState {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const { country } = useConfig().brand
  const fields = businessDetailsFields({ country, hasInvoiceAddress: currentDetails !== null })
  return useForm({
    check: values => {
      // The empty choice is the address that is stored.
      const chosenId = values.invoiceAddressId || undefined
      return checkInput(z.strictObject(fields), { ...values, invoiceAddressId: chosenId }, 'form')
    },
    stored: {
      ...Object.fromEntries(TEXT_FIELDS.map(name => [name, currentDetails?.[name] ?? ''])),
      invoiceAddressId,
    },
    refetch: useRefetchCustomer(),
    draft: useDraft('business-details'),
    submit: async body => {
      const ifMatch = await createEntityTag(getBusinessState(currentDetails))
      const savedAccount = await call(putBusinessDetails, { body }, { ifMatch })
      await queries.cancelQueries({ queryKey: customerQuery.queryKey })
      queries.setQueryData(businessQuery.queryKey, savedAccount)
      queries.setQueryData(
        customerQuery.queryKey,
        before => before && { ...before, status: savedAccount.status },
      )
      markSaved('details')
      onSaved()
    },
    message: (name, issue, values) => {
      if (name === 'phoneNumber' && issue === 'not-valid') return getPhoneText(texts, values[name])
      const label: MessageId | undefined = LABEL_BY_FIELD[name as keyof typeof LABEL_BY_FIELD]
      const max = BUSINESS_TEXT_MAX[name as keyof typeof BUSINESS_TEXT_MAX]
      const limit = label && getLimitText(texts, { label: text(label), max }, issue)
      return limit ?? text(MESSAGE_BY_FIELD[name] ?? 'settings.save-failed')
    },
    refusal: error => {
      if (!(error instanceof HttpFailure) || error.code !== 'conflict') return undefined
      // The account has been blocked since: banner and status say so.
      void queries.invalidateQueries({ queryKey: customerQuery.queryKey })
      return {}
    },
  })
}

const MESSAGE_BY_FIELD: Record<string, MessageId> = {
  companyName: 'business.company-name.not-valid',
  registrationNumber: 'business.registration-number.not-valid',
  vatNumber: 'business.vat-number.not-valid',
  contactFirstName: 'settings.first-name.not-valid',
  contactLastName: 'settings.last-name.not-valid',
  invoiceEmail: 'sign-in.email-invalid',
  invoiceAddressId: 'business.invoice-address.not-valid',
}

/** The fields with a text; an address is chosen. */
const LABEL_BY_FIELD = {
  companyName: 'business.company-name',
  registrationNumber: 'business.registration-number',
  vatNumber: 'business.vat-number',
  contactFirstName: 'business.contact-first-name',
  contactLastName: 'business.contact-last-name',
  invoiceEmail: 'business.invoice-email',
  phoneNumber: 'settings.phone',
} as const satisfies Partial<Record<keyof BusinessDetails, MessageId>>

const TEXT_FIELDS = Object.keys(LABEL_BY_FIELD) as (keyof typeof LABEL_BY_FIELD)[]

/** Status and details of a business customer; its key is below the customer's, with which it is refreshed. */
export const businessQuery = callQuery(['customers', 'me', 'business'], getBusinessDetails)
