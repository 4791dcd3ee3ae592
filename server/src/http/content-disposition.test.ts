import { parse } from 'content-disposition'
import { describe, expect, test } from 'vitest'
import { formatContentDisposition } from './content-disposition.ts'

const fileNameOf = (fileName: string) =>
  parse(formatContentDisposition('attachment', fileName)).parameters.filename

describe('PL-183 the name a file is saved under', () => {
  test.each([
    'photo.jpg',
    'Sommer 2024 (1).jpg',
    'Strand — ümläut 🌊.heic',
    '100%.jpg',
    '%41.jpg',
    'a "b".jpg',
    "it's.jpg",
  ])('is the photo’s own: %s', name => expect(fileNameOf(name)).toBe(name))

  test.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\photos\\a.jpg', 'C:_photos_a.jpg'],
    ['a.jpg\r\nSet-Cookie: x=1', 'a.jpg__Set-Cookie: x=1'],
    ['gpj.\u202Eexe', 'gpj._exe'],
    ['half \ud83d pair', 'half _ pair'],
  ])('holds no path, control character or broken pair: %j', (name, clean) => {
    expect(fileNameOf(name)).toBe(clean)
  })

  test('has an ASCII fallback for clients that do not know RFC 8187', () => {
    expect(formatContentDisposition('inline', 'Strand — "ümläut".jpg')).toBe(
      `inline; filename="Strand _ _u_mla_ut_.jpg"; filename*=UTF-8''Strand%20%E2%80%94%20%22%C3%BCml%C3%A4ut%22.jpg`,
    )
  })

  test('RV-311 is cut at 200 characters before its extension; half of a surrogate pair is replaced', () => {
    expect(fileNameOf(`${'a'.repeat(195)}🌊.jpg`)).toBe(`${'a'.repeat(195)}�.jpg`)
    expect(fileNameOf(`${'a'.repeat(190)}.html${'b'.repeat(50)}.jpg`)).toBe(`${'a'.repeat(190)}.htmlb.jpg`)
    expect(fileNameOf(`${'a'.repeat(199)}.${'b'.repeat(20)}`)).toHaveLength(200)
  })
})
