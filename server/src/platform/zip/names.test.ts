import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEntryNames, type RequestedName } from './names.ts'

const names = (...wanted: string[]) => createEntryNames(wanted.map(name => ({ name })))
const one = (name: string, folder?: string) => createEntryNames([{ name, folder }])[0]

describe('PL-180 names in a zip are safe', () => {
  test.each([
    ['IMG_0001.JPG', 'IMG_0001.JPG'],
    ['Geburtstag Oma – 80 Jahre 🎂.heic', 'Geburtstag Oma – 80 Jahre 🎂.heic'],
    ['写真 2024年.jpg', '写真 2024年.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['C:\\Users\\a\\b.jpg', 'b.jpg'],
    ['C:b.jpg', 'C_b.jpg'],
    ['/absolute.jpg', 'absolute.jpg'],
    ['folder/', 'folder'],
    ['..', 'photo'],
    ['.', 'photo'],
    ['', 'photo'],
    ['   ', 'photo'],
    ['///', 'photo'],
    ['.jpg', 'photo.jpg'],
    ['.hidden.jpg', 'hidden.jpg'],
    ['\u2060\ufe0f.jpg', 'photo.jpg'],
    ['a\0b\u0007c\u0085.jpg', 'abc.jpg'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u200fa\u2066b.jpg', 'ab.jpg'],
    ['a<b>:"|?*c.jpg', 'a_b______c.jpg'],
    ['a.jpg. . ', 'a.jpg'],
    ['a .jpg', 'a.jpg'],
    ['CON', '_CON'],
    ['con.jpg', '_con.jpg'],
    ['Aux .tar.gz', '_Aux .tar.gz'],
    ['COM1', '_COM1'],
    ['lpt³.txt', '_lpt³.txt'],
    ['CONIN$', '_CONIN$'],
    ['COM10.jpg', 'COM10.jpg'],
    ['Console.jpg', 'Console.jpg'],
    ['u\u0308ber.jpg', 'über.jpg'],
    ['\ud800.jpg', '\ufffd.jpg'],
  ])('%j gives %j', (wanted, safe) => {
    expect(one(wanted)).toBe(safe)
  })

  test.each([
    ['2024/05', '2024/05/a.jpg'],
    ['/2024//05/', '2024/05/a.jpg'],
    ['../../x', 'x/a.jpg'],
    ['C:\\x', 'C_/x/a.jpg'],
    ['./..', 'a.jpg'],
    ['nul/x. ', '_nul/x/a.jpg'],
    ['', 'a.jpg'],
  ])('folder %j gives %j', (folder, path) => {
    expect(one('a.jpg', folder)).toBe(path)
  })

  test('a long name is cut between code points and keeps its extension', () => {
    expect(one(`${'a'.repeat(300)}.jpeg`)).toBe(`${'a'.repeat(250)}.jpeg`)
    expect(one(`${'🏔'.repeat(100)}.jpg`)).toBe(`${'🏔'.repeat(62)}.jpg`)
    expect(names(`${'é'.repeat(200)}.jpg`, `${'é'.repeat(201)}.jpg`)).toEqual([
      `${'é'.repeat(125)}.jpg`,
      `${'é'.repeat(123)} (2).jpg`,
    ])
  })

  test('cutting does not produce a device name', () => {
    expect(one(`CON${' '.repeat(300)}x`)).toBe('_CON')
  })
})

describe('PL-180 equal names are made unique', () => {
  test('numbers are inserted before the extension, in order', () => {
    expect(names('a.jpg', 'a.jpg', 'a.jpg', 'b', 'b')).toEqual([
      'a.jpg',
      'a (2).jpg',
      'a (3).jpg',
      'b',
      'b (2)',
    ])
  })

  test('names without a conflict stay unchanged', () => {
    expect(names('a.jpg', 'a.jpg', 'a (2).jpg')).toEqual(['a.jpg', 'a (3).jpg', 'a (2).jpg'])
  })

  test('names that differ only in case, composition or invisible characters are equal', () => {
    expect(names('Ü.jpg', 'u\u0308.JPG')).toEqual(['Ü.jpg', 'ü (2).JPG'])
    expect(names('STRASSE.jpg', 'straße.jpg')).toEqual(['STRASSE.jpg', 'straße (2).jpg'])
    expect(names('ΑΣ.jpg', 'ας.jpg', 'ασ (2).jpg')).toEqual(['ΑΣ.jpg', 'ας (3).jpg', 'ασ (2).jpg'])
    expect(names('ab.jpg', 'a\u200db.jpg')).toEqual(['ab.jpg', 'a\u200db (2).jpg'])
  })

  test('equal names in different folders stay; a file never gets the name of a folder', () => {
    const wanted = [
      { name: 'a.jpg', folder: '1' },
      { name: 'a.jpg', folder: '2/Deep' },
      { name: '2' },
      { name: 'DEEP', folder: '2' },
    ]
    expect(createEntryNames(wanted)).toEqual(['1/a.jpg', '2/Deep/a.jpg', '2 (2)', '2/DEEP (2)'])
  })

  test('100,000 equal names, and long ones that are equal once cut, take linear time', () => {
    const equal = createEntryNames(Array.from({ length: 100_000 }, () => ({ name: 'IMG_0001.JPG' })))
    expect(equal.at(-1)).toBe('IMG_0001 (100000).JPG')
    expect(new Set(equal).size).toBe(100_000)
    const long = Array.from({ length: 50_000 }, (_, index) => ({
      name: `${'x'.repeat(246)}${index >> 1}.jpg`,
    }))
    expect(new Set(createEntryNames(long)).size).toBe(50_000)
  })

  test('any wanted names become safe and unique, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(fc.array(wantedName, { maxLength: 30 }), wanted => {
        const safe = createEntryNames(wanted)
        expect(safe).toHaveLength(wanted.length)
        for (const path of safe) for (const part of path.split('/')) expectSafe(part)
        for (const same of sameNames) expect(new Set(safe.map(same)).size).toBe(safe.length)
        const folders = new Set(safe.flatMap(parents).map(strictest))
        expect(safe.filter(path => folders.has(strictest(path)))).toEqual([])
        const uncut = safe.filter(path => path.split('/').every(part => Buffer.byteLength(part) < 240))
        expect(createEntryNames(uncut.map(splitPath))).toEqual(uncut)
      }),
      { numRuns: 1000 },
    )
  })
})

const hostile = fc.constantFrom(
  ...[
    '..',
    '/',
    '\\',
    'C:',
    'CON',
    'nul',
    'COM¹',
    ' ',
    '.',
    ' (2)',
    ' (3)',
    '.jpg',
    '.JPG',
    'e\u0301',
    'SS',
    'fi',
  ],
  ...'\0\u202e\u2067\u200faAéÉßẞΣσςİıKﬁÅ🏔',
  ...'\u200d\ufe0f\u2060\u3164\ufeff\u0301\u0345\u007f',
  ...['\ud800', '\udc00', 'x'.repeat(250), '語'.repeat(90), '\u0390'.repeat(130)],
)
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(hostile, { maxLength: 5 }).map(parts => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
const wantedName: fc.Arbitrary<RequestedName> = fc.record(
  { name: text, folder: text },
  { requiredKeys: ['name'] },
)

function expectSafe(part: string): void {
  expect(part).not.toBe('')
  expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
  expect(part.isWellFormed()).toBe(true)
  expect(part).toBe(part.normalize('NFC'))
  expect(part).not.toMatch(/[\\:<>"|?*\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
  expect(part).not.toMatch(/^[.\s]|[.\s]$/u)
  expect(part.split('.')[0]!.trim()).not.toMatch(
    /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i,
  )
}

/** How file systems compare names, strictest last. */
const strictest = (name: string) => name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC')
const sameNames = [
  (name: string) => name,
  (name: string) => name.toLowerCase(),
  (name: string) => name.toUpperCase(),
  (name: string) => name.normalize('NFD'),
  (name: string) => name.toLowerCase().normalize('NFD'),
  (name: string) => name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase(),
  strictest,
]

function parents(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function splitPath(path: string): RequestedName {
  const slash = path.lastIndexOf('/')
  return { name: path.slice(slash + 1), folder: path.slice(0, Math.max(0, slash)) }
}
