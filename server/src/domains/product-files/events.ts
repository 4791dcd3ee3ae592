import { defineEvent } from '../../platform/events/events.ts'

/** A file of an ordered product has arrived, or another version of it. */
export const productFileStored = defineEvent<{
  accountId: string
  productCode: string
  purpose: string
  version: number
}>('product-file.stored')
