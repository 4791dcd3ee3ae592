import { describe, expect, test } from 'vitest'
import { isAlbumFolder, isYearFolder } from './export-paths.ts'
import { type CompanionFile, matchCompanions } from './match-companions.ts'
import { parseCompanionJson, parseXmpSidecar } from './read-companions.ts'
import { takeoutExport, toUtc } from './takeout.testing.ts'

const NOW = Date.UTC(2026, 10, 27)
const FOLDER = 'Takeout/Google Photos/Garden'
const date = (index: number) => `2019-05-04T12:00:${String(index).padStart(2, '0')}`

/** Returns, for each photo, the name of the companion that serves it. */
function match(photos: string[], companions: (string | { name: string; title: string })[]) {
  const files = companions.map((companion, index): CompanionFile => {
    const { name, title } = typeof companion === 'string' ? { name: companion, title: undefined } : companion
    const facts = { takenAt: date(index) }
    return {
      folder: FOLDER,
      name,
      content: { kind: 'photo', facts, ...(title !== undefined && { fileName: title }) },
    }
  })
  const { facts } = matchCompanions(
    photos.map(name => ({ folder: FOLDER, name })),
    files,
  )
  return facts.map(each => files.find((_, index) => date(index) === each?.takenAt)?.name)
}

describe('NX-246 the names of Google Takeout', () => {
  test.each([
    ['IMG_1.jpg', 'IMG_1.jpg.supplemental-metadata.json'],
    ['IMG_1.jpg', 'IMG_1.jpg.json'],
    ['IMG_20190504_120055_BURST.jpg', 'IMG_20190504_120055_BURST.jpg.supplemental-met.json'],
    ['PXL_20230110_192212123.PORTRAIT.jpg', 'PXL_20230110_192212123.PORTRAIT.jpg.supplement.json'],
    ['Screenshot_2019-05-04-14-15-00-123.jpg', 'Screenshot_2019-05-04-14-15-00-123.jpg.s.json'],
    ['IMG_1(1).jpg', 'IMG_1.jpg.supplemental-metadata(1).json'],
    ['IMG_1(1).jpg', 'IMG_1.jpg(1).json'],
    ['IMG_1(1).jpg', 'IMG_1(1).jpg.supplemental-metadata.json'],
    ['IMG_1(12).HEIC', 'IMG_1.HEIC.suppl(12).json'],
    ['IMG_1-edited.jpg', 'IMG_1.jpg.supplemental-metadata.json'],
    ['IMG_1-edited(2).jpg', 'IMG_1.jpg.supplemental-metadata(2).json'],
    ['IMG_1(2)-edited.jpg', 'IMG_1.jpg.supplemental-metadata(2).json'],
    ['IMG_1-edited.jpg', 'IMG_1.HEIC.supplemental-metadata.json'],
    ['IMG_1-bearbeitet.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-modifié.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-modifie\u0301.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-bewerkt.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-modificato.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-ha editado.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-editado.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-redigeret.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-redigert.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-redigerad.jpg', 'IMG_1.jpg.json'],
    ['IMG_1-edi.jpg', 'IMG_1.jpg.json'],
    ['PXL_20230110_192212123~2.jpg', 'PXL_20230110_192212123.jpg.supplemental-metada.json'],
    ['PXL_20230110_192212123.MP.jpg', 'PXL_20230110_192212123.jpg.supplemental-metada.json'],
    ['Cafe\u0301 im Garten.jpg', 'Café im Garten.jpg.supplemental-metadata.json'],
    ['IMG_E1.JPG', 'IMG_1.JPG.supplemental-metadata.json'],
  ])('%s has %s', (photo, companion) => {
    expect(match([photo], [companion])).toEqual([companion])
  })

  test.each([
    'A very long name of a photo of our garden at n.jpg',
    'Urlaub_2019_in_den_Bergen_mit_der_ganzen_F.jpg',
    'Urlaub_2019_in_den_Bergen_mit_der_ganzen_Fa.jpg',
    'Urlaub_2019_in_den_Bergen_mit_der_ganzen_Fam.jpg',
    'Urlaub_2019_in_den_Bergen_mit_der_ganzen_Famil.jpg',
  ])('a name cut at 46 units: %s', photo => {
    const name = `${photo.slice(0, 46)}.json`
    expect(match([photo], [{ name, title: photo }])).toEqual([name])
  })

  test('an emoji counts two units, also where it is cut apart', () => {
    const photo = `${'🎂'.repeat(20)}_Geburtstag.jpg`
    const stem = photo.slice(0, 46)
    expect(stem).toHaveLength(46)
    expect(match([photo], [{ name: `${stem}.json`, title: photo }])).toEqual([`${stem}.json`])
    const odd = `a${'🎂'.repeat(23)}.jpg`
    const cut = `a${'🎂'.repeat(22)}`
    for (const name of [`${cut}.json`, `${cut}\uFFFD.json`])
      expect(match([odd], [{ name, title: odd }])).toEqual([name])
  })

  test('a companion never serves a photo of another number', () => {
    const companions = ['IMG_1.jpg.supplemental-metadata.json', 'IMG_1.jpg.supplemental-metadata(2).json']
    expect(
      match(['IMG_1.jpg', 'IMG_1(1).jpg', 'IMG_1(2).jpg', 'IMG_2.jpg', 'IMG_11.jpg'], companions),
    ).toEqual([companions[0], undefined, companions[1], undefined, undefined])
    const title = { name: 'IMG_1.jpg.supplemental-metadata.json', title: 'IMG_1.jpg' }
    expect(match(['IMG_1(1).jpg', 'IMG_1-edited(1).jpg'], [title])).toEqual([undefined, undefined])
  })

  test('two companions for one name, of different dates, serve none; of the same date, both', () => {
    const names = ['IMG_1.jpg.supplemental-metadata(1).json', 'IMG_1(1).jpg.supplemental-metadata.json']
    expect(match(['IMG_1(1).jpg'], names)).toEqual([undefined])
  })

  test('the title is the last resort, and only for photos without a number', () => {
    const companion = { name: 'other.json', title: 'A?B.jpg' }
    expect(match(['A_B.jpg'], [companion])).toEqual(['other.json'])
    expect(match(['A_B(1).jpg'], [companion])).toEqual([undefined])
  })

  test.each([
    ['2234089303984509579.jpg', '2234089303984509579.supplemental-metadata.json', '2234089303984509579'],
    [
      '2234089303984509579-edited.jpg',
      '2234089303984509579.supplemental-metadata.json',
      '2234089303984509579',
    ],
    ['Opa(1).jpg', 'Opa.supplemental-metadata(1).json', 'Opa'],
    ['Opa-bearbeitet(1).jpg', 'Opa.supplemental-metadata(1).json', 'Opa'],
    ['Mr. Smith.png', 'Mr. Smith.json', 'Mr. Smith'],
    [
      'Geburtstag von Opa im Garten mit der ganzen Fam.jpg',
      'Geburtstag von Opa im Garten mit der ganzen Fa.json',
      'Geburtstag von Opa im Garten mit der ganzen Familie',
    ],
  ])('RV-1083 a title without extension: %s has %s', (photo, name, title) => {
    expect(match([photo], [{ name, title }])).toEqual([name])
  })

  test('RV-1083 a title without extension serves no photo of another title, number or extension', () => {
    const companion = { name: 'Opa.supplemental-metadata.json', title: 'Opa' }
    expect(match(['Oma.jpg', 'Opa(1).jpg'], [companion])).toEqual([undefined, undefined])
    // Two photos for one companion: neither is certain.
    expect(match(['Opa.jpg', 'Opa.png'], [companion])).toEqual([undefined, undefined])
    expect(match(['Opa.jpg'], [{ ...companion, title: 'Opa.png' }])).toEqual([undefined])
    const whole = { name: 'Opa.jpg.supplemental-metadata.json', title: 'Opa.jpg' }
    expect(match(['Opa.jpg', 'Opa.png'], [companion, whole])).toEqual([whole.name, companion.name])
  })

  test('a word that looks like a cut mark of an edited copy is no mark', () => {
    expect(match(['car.jpg', 'car-red.jpg'], ['car.jpg.json'])).toEqual(['car.jpg.json', undefined])
  })

  test('a companion serves photos of its own folder only', () => {
    const content = { kind: 'photo', facts: { takenAt: date(0) } } as const
    const { facts, states } = matchCompanions(
      [{ folder: 'a', name: 'IMG_1.jpg' }],
      [{ folder: 'b', name: 'IMG_1.jpg.json', content }],
    )
    expect(facts).toEqual([undefined])
    expect(states).toEqual(['unclear'])
  })
})

describe('NX-246 1,000 generated names of Google Takeout', () => {
  test.each([1, 2, 3, 4, 5])(
    'each photo has the right companion or none, never a wrong one (seed %i)',
    seed => {
      const { photos, companions, dateByPhoto } = takeoutExport(1000, seed)
      const { facts, states } = matchCompanions(
        photos,
        companions.map(({ text, ...file }) => ({
          ...file,
          content: parseCompanionJson(text, { getOffset: () => 0, now: NOW }),
        })),
      )
      const wrong = photos.filter(
        ({ name }, index) => facts[index] && toUtc(facts[index]) !== dateByPhoto.get(name),
      )
      expect(wrong).toEqual([])
      const found = facts.filter(each => each !== undefined).length
      expect(found / photos.length).toBeGreaterThanOrEqual(0.99)
      expect(states).not.toContain('unmatched')
    },
  )
})

describe('NX-245 other companions', () => {
  const files = (...names: string[]) => names.map(name => ({ folder: FOLDER, name }))

  test('XMP by the whole name and by the stem; the whole name counts more', () => {
    const xmp = (name: string, time: string): CompanionFile => ({
      folder: FOLDER,
      name,
      content: parseXmpSidecar(`<rdf:RDF><rdf:Description exif:DateTimeOriginal="${time}"/></rdf:RDF>`, NOW),
    })
    const { facts, states } = matchCompanions(files('IMG_1.HEIC', 'IMG_1.jpg', 'IMG_2.jpg'), [
      xmp('IMG_1.jpg.xmp', '2019-05-04T12:00:01'),
      xmp('IMG_1.xmp', '2019-05-04T12:00:02'),
      xmp('IMG_3.xmp', '2019-05-04T12:00:03'),
    ])
    expect(facts.map(each => each?.takenAt)).toEqual([
      '2019-05-04T12:00:02',
      '2019-05-04T12:00:01',
      undefined,
    ])
    expect(states).toEqual(['used', 'used', 'no-photo'])
  })

  test("Apple's edits and the video of a live photo are companions; other videos are none", () => {
    const { states } = matchCompanions(
      files('IMG_0001.HEIC', 'IMG_E0001.JPG', 'PXL_1.MP.jpg'),
      files(
        'IMG_0001.AAE',
        'IMG_E0001.AAE',
        'IMG_O0001.AAE',
        'IMG_0001.MOV',
        'PXL_1.MP',
        'IMG_0002.MOV',
        'IMG_0002.AAE',
      ),
    )
    expect(states).toEqual(['used', 'used', 'used', 'used', 'used', 'unmatched', 'no-photo'])
  })

  test('an album of each form names its folder; photos in the bin of Google are named', () => {
    const json = (folder: string, name: string, value: object): CompanionFile => ({
      folder,
      name,
      content: parseCompanionJson(JSON.stringify(value), { getOffset: () => 0, now: NOW }),
    })
    const { albums, trashed, states } = matchCompanions(
      [
        { folder: 'b', name: 'IMG_1.jpg' },
        { folder: 'a', name: 'IMG_1.jpg' },
      ],
      [
        json('a', 'Metadaten.json', { title: 'Garten', date: { timestamp: '1' } }),
        json('b', 'métadonnées.json', { albumData: { title: 'Jardin', date: { timestamp: '1' } } }),
        json('b', 'IMG_1.jpg.json', {
          title: 'IMG_1.jpg',
          photoTakenTime: { timestamp: '5' },
          trashed: true,
        }),
        json('b', 'user-generated-memory-titles.json', {}),
      ],
    )
    expect(albums).toEqual([['Jardin'], ['Garten']])
    expect(trashed).toEqual([true, false])
    expect(states).toEqual(['used', 'used', 'used', 'other'])
  })
})

describe('NX-245 what companions say', () => {
  const parse = (value: object, offset = 120) =>
    parseCompanionJson(JSON.stringify(value), { getOffset: () => offset, now: NOW })

  test('Google Takeout: UTC becomes the local time of the zone at that instant; 0 is no date', () => {
    const taken = (timestamp: string) => parse({ photoTakenTime: { timestamp } })
    expect(taken('1556971255')).toEqual({
      kind: 'photo',
      facts: { takenAt: '2019-05-04T14:00:55', offset: 120 },
    })
    expect(taken('-157766400')).toMatchObject({ facts: { takenAt: '1965-01-01T02:00:00' } })
    for (const none of ['0', '', 'x', '99999999999999', '4102444800', '-2082844800'])
      expect(taken(none)).toMatchObject({ facts: {} })
  })

  test('no position leaves a companion', () => {
    const geoData = { latitude: 52.1, longitude: 4.3, altitude: 1 }
    const content = parse({
      photoTakenTime: { timestamp: '1' },
      geoData,
      geoDataExif: geoData,
      people: [{ name: 'Opa' }],
    })
    expect(JSON.stringify(content)).not.toMatch(/52|4\.3|Opa|geo/)
    const xmp = '<rdf:RDF exif:GPSLatitude="52,1N" xmp:CreateDate="2019-05-04T12:00:01"/>'
    expect(JSON.stringify(parseXmpSidecar(xmp, NOW))).not.toMatch(/52/)
  })

  test('the name at Google is a title in one line that can be stored, if the file has another one', () => {
    const titles = ['Opa\0im\nGarten.jpg', `${'🎂'.repeat(300)}.jpg`, '\u200b'].map(fileName => {
      const content = { kind: 'photo', facts: {}, fileName } as const
      const companion = { folder: FOLDER, name: 'IMG_1.jpg.json', content }
      return matchCompanions([{ folder: FOLDER, name: 'IMG_1.jpg' }], [companion]).facts[0]?.title
    })
    expect(titles).toEqual(['Opa im Garten.jpg', '🎂'.repeat(200), undefined])
  })

  test('damaged and foreign JSON says nothing', () => {
    const read = (text: string) => parseCompanionJson(text, { getOffset: () => 0, now: NOW })
    for (const text of ['', '{']) expect(read(text)).toEqual({ kind: 'damaged' })
    for (const text of ['[]', 'null', '"x"', '{"title":"x"}', '{"photoTakenTime":5}'])
      expect(read(text)).toEqual({ kind: 'other' })
  })

  test('XMP: elements and attributes, zones, titles of several languages', () => {
    const xmp = `<x:xmpmeta><rdf:RDF><rdf:Description>
      <photoshop:DateCreated>2019-05-04T12:00-05:30</photoshop:DateCreated>
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Opa &amp; Oma</rdf:li><rdf:li xml:lang="fr">Papi</rdf:li></rdf:Alt></dc:title>
    </rdf:Description></rdf:RDF></x:xmpmeta>`
    expect(parseXmpSidecar(xmp, NOW)).toEqual({
      kind: 'photo',
      facts: {
        takenAt: '2019-05-04T12:00:00',
        offset: -330,
        precision: 'second',
        corrects: true,
        title: 'Opa & Oma',
      },
    })
    expect(parseXmpSidecar('<rdf:RDF xmp:CreateDate="2019-02-30T12:00:00"/>', NOW)).toMatchObject({
      facts: {},
    })
  })
})

describe('RV-1081 RV-1087 dates of sidecars', () => {
  const parse = (attributes: string) => {
    const content = parseXmpSidecar(`<rdf:RDF><rdf:Description ${attributes}/></rdf:RDF>`, NOW)
    return content.kind === 'photo' ? content.facts : content.kind
  }

  test.each([
    ['photoshop:DateCreated="1974"', '1974-01-01T00:00:00', 'year'],
    ['photoshop:DateCreated="1974-08"', '1974-08-01T00:00:00', 'month'],
    ['photoshop:DateCreated="1974-08-12"', '1974-08-12T00:00:00', 'day'],
    ['exif:DateTimeOriginal="2017:10:23 12:34:56"', '2017-10-23T12:34:56', 'second'],
    ['exif:DateTimeOriginal="2017-10-23T24:00:00"', '2017-10-23T00:00:00', 'day'],
    [
      'exif:DateTimeOriginal="2017-10-23" photoshop:DateCreated="2017-10-23T12:34:56"',
      '2017-10-23T12:34:56',
      'second',
    ],
    [
      'exif:DateTimeOriginal="1970-01-01T00:00:00" photoshop:DateCreated="1974"',
      '1974-01-01T00:00:00',
      'year',
    ],
  ])('%s is %s to the %s and corrects the file', (attributes, takenAt, precision) => {
    expect(parse(attributes)).toEqual({ takenAt, precision, corrects: true })
  })

  test('the date of creation may be that of scanning: it fills gaps only', () => {
    expect(parse('xmp:CreateDate="2019-05-04T12:00:01+02:00"')).toEqual({
      takenAt: '2019-05-04T12:00:01',
      offset: 120,
      precision: 'second',
      corrects: false,
    })
  })

  test.each(['1970-01-01T00:00:00Z', '1904-01-01T00:00:00', '1980-01-01T00:00:00', '2999-01-01', 'soon'])(
    'RV-1166 %s is none',
    text => {
      expect(parse(`exif:DateTimeOriginal="${text}" xmp:CreateDate="${text}"`)).toEqual({})
    },
  )

  test('a sidecar that replaces the date of a JSON leaves none of its zone', () => {
    const json = { kind: 'photo', facts: { takenAt: date(1), offset: 120 } } as const
    const sidecar = parseXmpSidecar('<rdf:RDF photoshop:DateCreated="1974-08"/>', NOW)
    const { facts } = matchCompanions(
      [{ folder: FOLDER, name: 'IMG_1.jpg' }],
      [
        { folder: FOLDER, name: 'IMG_1.jpg.json', content: json },
        { folder: FOLDER, name: 'IMG_1.jpg.xmp', content: sidecar },
      ],
    )
    expect(facts).toEqual([{ takenAt: '1974-08-01T00:00:00', precision: 'month', corrects: true }])
  })
})

describe('NX-247 folders of years', () => {
  test.each([
    'Photos from 2019',
    'Fotos von 2019',
    'Fotos aus 2019',
    'Photos de 2019',
    'Photos\u00a0de\u00a02019',
    "Foto's uit 2019",
    'Foto’s van 2019',
    'Foto dal 2019',
    'Foto del 2019',
    'Fotos de 2019',
    'Fotos del 2019',
    'Billeder fra 2019',
    'Bilder fra 2019',
    'Bilder från 2019',
    'Foton fra\u030an 2019',
    'Foto_s uit 2021',
    'Foto da 2019',
    'Fotografias de 2019',
    '2019',
    'Export/2024/05',
    'Export/2024/05 (2)',
  ])('%s is one', name => expect(isYearFolder(name)).toBe(true))

  test.each(['Garden 2019', '2019 Norway', 'Photos', 'Photos from Norway', 'Fotos 20190504'])(
    '%s is none',
    name => expect(isYearFolder(name)).toBe(false),
  )

  test.each([
    ['Takeout/Google Fotos/Papierkorb', 'google', false],
    ['Takeout/Google Fotos', 'google', false],
    ['Takeout 2', 'google', false],
    ['Takeout/Google Foto_s/Archief', 'google', false],
    ['Takeout/Google Photos/Norway', 'google', true],
    ['flickr/data-download-1', 'flickr', false],
    ['iCloud Photos Part 1 of 3/Photos', 'apple', false],
    ['memories', 'snapchat', false],
    ['data-download-1', undefined, true],
    ['Norway', undefined, true],
    ['05', undefined, true],
    ['', undefined, false],
  ] as const)('RV-1147 whether %s of %s may be an album: %s', (folder, service, may) => {
    expect(isAlbumFolder(folder, service)).toBe(may)
  })
})
