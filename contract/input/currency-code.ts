import * as z from 'zod/mini'

/**
 * A currency in use (ISO 4217) whose amounts are printed in its minor unit: with two decimals, or none. Currencies with more
 * (BHD), whose decimals EN 16931 has no room for, and those that programs print without their minor unit (HUF), are refused.
 */
export const currencyCode = z.string().check(z.refine(code => CURRENCIES.has(code)))

const CURRENCIES: ReadonlySet<string> = new Set(
  (
    'AED AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
    'CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG ILS INR ' +
    'ISK JMD JPY KES KGS KHR KMF KRW KYD KZT LKR LRD LSL MAD MDL MKD MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO ' +
    'NOK NPR NZD PAB PEN PGK PHP PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SRD SSP STN SVC SZL ' +
    'THB TJS TMT TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF ZAR ZMW ZWG'
  ).split(' '),
)
