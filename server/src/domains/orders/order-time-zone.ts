import { type Customer, findTimeZone } from '../customers/index.ts'

/** Returns the time zone in which days and years of a customer's orders are counted: their brand's. */
export const getOrderTimeZone = ({ brand_id }: Pick<Customer, 'brand_id'>): string =>
  findTimeZone(brand_id) ?? 'UTC'
