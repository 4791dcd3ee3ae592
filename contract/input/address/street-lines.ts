/** Countries that write the number before the street. */
export const numberComesFirst = (country: string): boolean => ['FR', 'GB', 'IE'].includes(country)

/**
 * Returns the lines of a street in the form of its country, '3 Rosemary Lane' or 'Lindenstraße 3'; building and flat have a line
 * before it where the number comes first.
 */
export function formatStreetLines({
  street,
  streetNumber: number,
  streetNumberAddition: addition,
  countryCode,
}: StreetLine): string[] {
  const hasPostBox = isPostBox(street)
  // '3 a', '7 bis', but '26, Hinterhaus': a longer addition is not part of the number.
  const isPartOfNumber = addition && number && addition.length <= 3
  if (numberComesFirst(countryCode) && !hasPostBox)
    return (
      isPartOfNumber ? [join(number, addition, street)] : [addition ?? '', join(number, street)]
    ).filter(Boolean)
  const isSpaced = isPartOfNumber || hasPostBox || SPACED_ADDITIONS.includes(countryCode)
  return [[join(street, number), addition].filter(Boolean).join(isSpaced ? ' ' : ', ')].filter(Boolean)
}

interface StreetLine {
  street?: string | undefined
  streetNumber?: string | undefined
  streetNumberAddition?: string | undefined
  countryCode: string
}

/** Countries that write 'Rue de Fer 42 bte 7' and 'Drottninggatan 71A lgh 1102' without a comma. */
const SPACED_ADDITIONS = ['BE', 'SE']

/** Whether a street is only the word for a post box, which its number follows in every country. */
const isPostBox = (street = ''): boolean =>
  /^(b\.?p|c\.?s|tsa|bo[iî]te postale|p\.?\s?o\.?\s?box|post(boks|box|bus|fach)|box|apartado)\.?$/i.test(
    street.trim(),
  )

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
