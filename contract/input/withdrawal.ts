import * as z from 'zod/mini'
import { recipientEmail } from './recipient-email.ts'
import { lineText, nameText } from './text.ts'

export const WITHDRAWAL_NAME_MAX = 100
export const STATED_ORDER_MAX = 64
export const STATED_PRODUCTS_MAX = 500

/** Who withdraws, and where the receipt is sent. */
export const withdrawalSender = {
  name: lineText({ max: WITHDRAWAL_NAME_MAX }),
  email: recipientEmail,
}
export const withdrawalSenderForm = z.strictObject(withdrawalSender)

/** What a person states who is not signed in. */
export const statementFields = {
  ...withdrawalSender,
  /** As typed: it need not be the code of an order. */
  orderCode: lineText({ max: STATED_ORDER_MAX }),
  /** ALL_PRODUCTS, or the products in own words. */
  products: nameText({ max: STATED_PRODUCTS_MAX }),
}

export const ALL_PRODUCTS = 'all'
