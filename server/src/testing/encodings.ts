/** A text that a client has encoded as it must not: the media type's parameter, the bytes, and the status of the refusal. */
export interface MalformedBody {
  name: string
  charset: string
  bytes: Buffer
  status: 400 | 415
}

/** The place in a text where `encodeMalformed` puts bytes. */
export const MARK = '@@'

/** Bytes that are not UTF-8 (RFC 3629). */
export const MALFORMED_BYTES: Record<string, readonly number[]> = {
  'ISO 8859-1': [0xfc],
  'a byte that never occurs': [0xff],
  'a continuation alone': [0x80],
  'a truncated sequence': [0xe2, 0x82],
  'an overlong slash': [0xc0, 0xaf],
  'an overlong NUL': [0xc0, 0x80],
  'an overlong form of three bytes': [0xe0, 0x80, 0xaf],
  'an encoded surrogate (CESU-8)': [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
  'a code point above U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
}

/** Returns a text that contains MARK in every malformed encoding. */
export function encodeMalformed(text: string): MalformedBody[] {
  const plain = text.replaceAll(MARK, 'ü')
  const utf16 = Buffer.from(plain, 'utf16le')
  const bigEndian = Buffer.from(utf16).swap16()
  return [
    ...Object.entries(MALFORMED_BYTES).map(([name, bytes]) => ({
      name,
      charset: '',
      bytes: replaceMark(text, bytes),
      status: 400 as const,
    })),
    { name: 'UTF-16LE', charset: '', bytes: utf16, status: 400 },
    { name: 'UTF-16BE', charset: '', bytes: bigEndian, status: 400 },
    { name: 'UTF-16LE with BOM', charset: '', bytes: concat([0xff, 0xfe], utf16), status: 400 },
    { name: 'UTF-16BE with BOM', charset: '', bytes: concat([0xfe, 0xff], bigEndian), status: 400 },
    ...['utf-16', 'UTF-16LE', '"iso-8859-1"', 'windows-1252', 'us-ascii', 'utf-7', ''].map(charset => ({
      name: `charset=${charset}`,
      charset: `; charset=${charset}`,
      bytes: Buffer.from(plain),
      status: 415 as const,
    })),
  ]
}

/** Parameters of a media type that name UTF-8, or nothing. */
export const UTF8_CHARSETS = ['', '; charset=utf-8', ';charset=UTF-8', '; charset="Utf-8"', '; Charset=utf8']

export const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** Texts of all planes, in both normal forms, with joined emoji and right-to-left letters. */
export const NAMES = [
  'Müller-Lüdenscheidt',
  'Mu\u0308ller (NFD)',
  '家族の写真 사진 صور',
  '👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽',
  '𐍈 𝔘 𠮷 \u{e0101} \u{10fffd}',
  'a \ufffd that the customer typed',
]

/** Returns the text with its MARK replaced by bytes. */
export const replaceMark = (text: string, bytes: readonly number[]): Buffer =>
  Buffer.concat(
    text.split(MARK).flatMap((part, i) => [...(i > 0 ? [Buffer.from(bytes)] : []), Buffer.from(part)]),
  )

const concat = (start: readonly number[], rest: Buffer) => Buffer.concat([Buffer.from(start), rest])
