/**
 * Names browser and system of a User-Agent header (RFC 9110, section 10.1.5), 'Firefox, Windows', so that a customer knows a
 * request that is not theirs. Undefined where neither is known. Names only: nothing of the header itself is in the result.
 */
export function findDeviceName(userAgent: string | undefined): string | undefined {
  const find = (names: readonly Name[]) => names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const parts = [find(BROWSERS), find(SYSTEMS)].filter(name => name !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}

type Name = readonly [name: string, pattern: RegExp]

/** In this sequence: most browsers also name the ones that they are compatible with. */
const BROWSERS: readonly Name[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: readonly Name[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]
