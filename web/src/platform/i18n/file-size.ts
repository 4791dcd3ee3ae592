import type { Texts } from './texts.ts'

/** Formats Bytes/KB/MB/GB, base 1024, '4.1 MB'; `digits` after the decimal mark, none for whole bytes. */
export function fileSizeLabel(texts: Texts, bytes: number, digits = 1): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const fractionDigits = power === 0 ? 0 : digits
  const value = texts.number(bytes / 1024 ** power, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })
  return `${value} ${UNITS[power]}`
}

const UNITS = ['Bytes', 'KB', 'MB', 'GB']
