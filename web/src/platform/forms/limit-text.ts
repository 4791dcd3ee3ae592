import type { Texts } from '../i18n/texts.ts'

/** A field with its name for customers and the bounds of its length. */
export interface LimitedField {
  label: string
  min?: number | undefined
  max?: number | undefined
}

/** Returns the sentence about an empty field or one beyond its bounds, with the bound; undefined for another issue. */
export function getLimitText(
  { text }: Pick<Texts, 'text'>,
  { label: field, min, max }: LimitedField,
  issue: string,
): string | undefined {
  if (issue === 'empty' || issue === 'missing') return text('form.missing', { field })
  if (issue === 'too-short' && min !== undefined) return text('form.too-short', { field, min })
  return issue === 'too-long' && max !== undefined ? text('form.too-long', { field, max }) : undefined
}

/** Returns the sentence about a refused phone number, with the reason where it has an extension. */
export function getPhoneText({ text }: Pick<Texts, 'text'>, phoneNumber: string | undefined): string {
  return text(hasExtension(phoneNumber) ? 'form.phone-extension' : 'address.phone.not-valid')
}

/** Whether a phone number has an extension: 'ext. 12', 'Durchwahl 12', '#12'. */
const hasExtension = (phoneNumber = ''): boolean => /(?:[0-9][^0-9]*){6}[\p{L}#]/u.test(phoneNumber)
