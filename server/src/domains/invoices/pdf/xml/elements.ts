import type { InvoiceAddress, VatCategory } from '#contract/invoice-document.ts'
import { decimal } from '../formats.ts'

/** An element: '@name' is an attribute, '#' its text, a list repeats the element, undefined leaves it out. */
export interface XmlNode {
  [name: string]: string | XmlNode | readonly XmlNode[] | undefined
}

/** A calendar day, YYYY-MM-DD, in format 102. */
export const dateTime = (day: string): XmlNode => ({ 'udt:DateTimeString': dateString(day) })

/** A calendar day for elements with qualified data types. */
export const formattedDateTime = (day: string): XmlNode => ({ 'qdt:DateTimeString': dateString(day) })

const dateString = (day: string): XmlNode => ({ '@format': '102', '#': day.replaceAll('-', '') })

/** The VAT of a line, a discount or a charge. */
export const tax = ({ category, rate }: { category: VatCategory; rate: number }): XmlNode => ({
  'ram:TypeCode': 'VAT',
  'ram:CategoryCode': category,
  'ram:RateApplicablePercent': percent(rate),
})

/** A rate in hundredths of a percent. */
export const percent = (rate: number): string => decimal(rate, 2)

export const postalAddress = ({ lines, postalCode, city, region, countryCode }: InvoiceAddress): XmlNode => ({
  'ram:PostcodeCode': postalCode,
  'ram:LineOne': lines[0],
  'ram:LineTwo': lines[1],
  'ram:LineThree': lines[2],
  'ram:CityName': city,
  'ram:CountryID': countryCode,
  'ram:CountrySubDivisionName': region,
})
