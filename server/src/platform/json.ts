/** Nesting and number of values of JSON from outside; the largest that is documented, a sales channel, has about 30,000 values. */
const DEPTH_MAX = 64
const VALUES_MAX = 50_000

/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether JSON has few enough values, and is flat enough, to be parsed: a megabyte can have 500,000 values, which take a
 * hundred times their bytes and block the process. Text that is not JSON is left to the parser, which stops at its fault.
 */
export function isBoundedJson(bytes: Uint8Array): boolean {
  let depth = 0
  let values = 0
  let isInText = false
  for (let position = 0; position < bytes.length; position++) {
    const byte = bytes[position]
    if (isInText) {
      if (byte === BACKSLASH) position++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === COMMA) values++
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      if (++depth > DEPTH_MAX) return false
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    if (values > VALUES_MAX) return false
  }
  return true
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}')
