import type { InvoiceAddress, VatCategory } from '#contract/invoice-document.ts'
import { formatDecimal } from '../formats.ts'

/** An element: '@name' is an attribute, '#' its text, a list repeats the element, undefined leaves it out. */
export interface XmlNode {
  [name: string]: string | XmlNode | readonly XmlNode[] | undefined
}

/** Returns a calendar day, YYYY-MM-DD, in format 102. */
export const toDateTime = (day: string): XmlNode => ({ 'udt:DateTimeString': toDateString(day) })

/** Returns the content of a date element, for plain (udt) and qualified (qdt) data types: a calendar day in format 102. */
export const toDateString = (day: string): XmlNode => ({ '@format': '102', '#': day.replaceAll('-', '') })

/** Returns the VAT of a line, a discount or a charge. */
export const toTax = ({ category, rate }: { category: VatCategory; rate: number }): XmlNode => ({
  'ram:TypeCode': 'VAT',
  'ram:CategoryCode': category,
  'ram:RateApplicablePercent': formatPercent(rate),
})

/** Formats a rate in hundredths of a percent. */
export const formatPercent = (rate: number): string => formatDecimal(rate, 2)

export const toPostalAddress = ({
  lines,
  postalCode,
  city,
  region,
  countryCode,
}: InvoiceAddress): XmlNode => ({
  'ram:PostcodeCode': postalCode,
  'ram:LineOne': lines[0],
  'ram:LineTwo': lines[1],
  'ram:LineThree': lines[2],
  'ram:CityName': city,
  'ram:CountryID': countryCode,
  'ram:CountrySubDivisionName': region,
})
