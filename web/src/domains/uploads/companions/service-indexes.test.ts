import { describe, expect, test } from 'vitest'
import { readCompanions } from './read-companions.ts'

const NOW = Date.UTC(2026, 10, 27)

/** Reads the files of an export by their paths; those with a text are companions. Returns what each photo and companion has. */
async function read(files: Record<string, unknown>, withPlaces = false) {
  const all = Object.entries(files).map(([path, value]) => {
    const at = path.lastIndexOf('/')
    return { folder: path.slice(0, Math.max(at, 0)), name: path.slice(at + 1), value }
  })
  const photos = all.filter(({ value }) => value === PHOTO)
  const companions = all
    .filter(({ value }) => value !== PHOTO)
    .map(({ value, ...named }) => ({
      ...named,
      file: new Blob([typeof value === 'string' ? value : JSON.stringify(value)]),
    }))
  const result = await readCompanions(photos, companions, { getOffset: () => 120, now: NOW, withPlaces })
  const of = (name: string) => {
    const index = photos.findIndex(photo => photo.name === name)
    return { facts: result.facts[index], albums: result.albums[index], service: result.services[index] }
  }
  return {
    ...result,
    of,
    states: Object.fromEntries(companions.map(({ name }, index) => [name, result.states[index]])),
  }
}

const PHOTO = Symbol('photo')

/** How Facebook and Instagram write a text. */
const toLatin1 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

describe('RV-1152 Flickr', () => {
  const flickr = (id: string, more: object = {}) => ({
    id,
    name: 'Beach day',
    description: 'The wind took the tent',
    date_taken: '2013-07-14 15:21:09',
    date_imported: '2014-01-05 10:00:00',
    photopage: `https://www.flickr.com/photos/example/${id}/`,
    geo: [{ latitude: '50123456', longitude: '-5123456', accuracy: '16' }],
    albums: [],
    ...more,
  })
  const DATA = '72157700000000001_aaaabbbbcccc_part1'

  test('photos have date, title, place and albums by the number in their name, from a companion in another part', async () => {
    const { of, states } = await read(
      {
        'data-download-1/beach-day_49876543210_o.jpg': PHOTO,
        'data-download-1/49876543211_abcdef0123_o.jpg': PHOTO,
        'data-download-2/other_49876543299_o.jpg': PHOTO,
        [`${DATA}/photo_49876543210.json`]: flickr('49876543210'),
        [`${DATA}/photo_49876543211.json`]: flickr('49876543211', { name: 'img', description: '', geo: [] }),
        [`${DATA}/photo_49876543212.json`]: flickr('49876543212'),
        [`${DATA}/account_profile.json`]: { nsid: '1@N00' },
        [`${DATA}/albums.json`]: {
          albums: [
            { id: '1', title: 'Cornwall 2013', photos: ['49876543210', '49876543211'] },
            { id: '2', title: 'Best', photos: ['49876543210'] },
          ],
        },
      },
      true,
    )
    expect(of('beach-day_49876543210_o.jpg')).toEqual({
      facts: {
        takenAt: '2013-07-14T15:21:09',
        title: 'The wind took the tent',
        place: { lat: 50.123456, lon: -5.123456 },
      },
      albums: ['Cornwall 2013', 'Best'],
      service: 'flickr',
    })
    expect(of('49876543211_abcdef0123_o.jpg').facts).toEqual({ takenAt: '2013-07-14T15:21:09', title: 'img' })
    expect(of('other_49876543299_o.jpg')).toEqual({ facts: undefined, albums: [], service: 'flickr' })
    expect(states).toEqual({
      'photo_49876543210.json': 'used',
      'photo_49876543211.json': 'used',
      'photo_49876543212.json': 'no-photo',
      'account_profile.json': 'other',
      'albums.json': 'used',
    })
  })

  test.each([
    ['2013-01-01 00:00:00', { takenAt: '2013-01-01T00:00:00', precision: 'year' }],
    ['2013-07-01 00:00:00', { takenAt: '2013-07-01T00:00:00', precision: 'month' }],
    ['2013-07-14 00:00:00', { takenAt: '2013-07-14T00:00:00', precision: 'day' }],
    ['2013-07-14 00:00:01', { takenAt: '2013-07-14T00:00:01' }],
    // The day of the upload, and none.
    ['2014-01-05 10:00:00', {}],
    ['0000-00-00 00:00:00', {}],
  ])('%s is as exact as Flickr knows it', async (date_taken, facts) => {
    const { of } = await read({
      'a_49876543210_o.jpg': PHOTO,
      'photo_49876543210.json': flickr('49876543210', { date_taken, name: '', description: '' }),
    })
    expect(of('a_49876543210_o.jpg').facts).toEqual(facts)
  })
})

describe('RV-1152 Facebook and Instagram', () => {
  const ROOT = 'facebook-anna-2024-05-03-AbCd'
  const URI = 'your_facebook_activity/posts/media/Holiday_10150111/10150222_n.jpg'
  const photo = (uri: string, more: object = {}) => ({
    uri,
    creation_timestamp: 1437454657,
    title: 'Urlaub',
    description: toLatin1('Müde, aber glücklich 🙂'),
    ...more,
  })
  const taken = (exif: object) => ({ media_metadata: { photo_metadata: { exif_data: [exif] } } })

  test('an album by the paths of its photos, with texts repaired from Latin-1; no address of a device leaves it', async () => {
    const { of, states, ...rest } = await read({
      [`${ROOT}/${URI}`]: PHOTO,
      [`${ROOT}/${URI.replace('222', '223')}`]: PHOTO,
      'mine/10150222_n.jpg': PHOTO,
      [`${ROOT}/your_facebook_activity/posts/album/0.json`]: {
        name: toLatin1('Urlaub am Bodensee über Ostern'),
        photos: [
          photo(URI, taken({ taken_timestamp: 1437400000, upload_ip: '203.0.113.5' })),
          photo(URI.replace('222', '223'), { description: undefined }),
        ],
        cover_photo: {},
        description: toLatin1('Über das Album'),
      },
    })
    const albums = ['Urlaub am Bodensee über Ostern']
    expect(of('10150223_n.jpg')).toEqual({
      // Only the day of the post is known.
      facts: { takenAt: '2015-07-21T06:57:37', offset: 120, precision: 'day' },
      albums,
      service: 'facebook',
    })
    expect(rest.facts).toEqual([
      { takenAt: '2015-07-20T15:46:40', offset: 120, title: 'Müde, aber glücklich 🙂' },
      of('10150223_n.jpg').facts,
      undefined,
    ])
    expect(states).toEqual({ '0.json': 'used' })
    expect(JSON.stringify(rest)).not.toContain('203.0.113')
  })

  test('a photo of a post and of an album has the exact date, whichever is read last', async () => {
    const post = [
      { timestamp: 1, title: 'Anna added a photo.', attachments: [{ data: [{ media: photo(URI) }] }] },
    ]
    const album = { name: 'A', photos: [photo(URI, taken({ taken_timestamp: 1437400000 }))] }
    for (const [first, second] of [
      [post, album],
      [album, post],
    ]) {
      const { facts, albums } = await read({ [URI]: PHOTO, 'a/1.json': first, 'a/2.json': second })
      expect(facts[0]).toMatchObject({ takenAt: '2015-07-20T15:46:40', title: 'Müde, aber glücklich 🙂' })
      expect(facts[0]!.precision).toBeUndefined()
      expect(albums).toEqual([['A']])
    }
  })

  test('Instagram: posts of today, with the text of the whole post', async () => {
    const { of, companionServices } = await read({
      'instagram-anna-2024-05-03-x/media/posts/201905/1.jpg': PHOTO,
      'instagram-anna-2024-05-03-x/media/posts/201905/2.jpg': PHOTO,
      'instagram-anna-2024-05-03-x/your_instagram_activity/content/posts_1.json': [
        {
          title: toLatin1('Zürich'),
          creation_timestamp: 1556971255,
          media: [
            { uri: 'media/posts/201905/1.jpg', creation_timestamp: 1556971255, title: '' },
            { uri: 'media/posts/201905/2.jpg', creation_timestamp: 1556971255, title: 'Two' },
          ],
        },
      ],
    })
    expect(of('1.jpg')).toEqual({
      facts: { takenAt: '2019-05-04T14:00:55', offset: 120, precision: 'day', title: 'Zürich' },
      albums: [],
      service: 'instagram',
    })
    expect(of('2.jpg').facts?.title).toBe('Two')
    expect(companionServices).toEqual(['instagram'])
  })

  test('texts that are not of Latin-1 stay as they are', async () => {
    const { facts } = await read({
      'media/a.jpg': PHOTO,
      'media/b.jpg': PHOTO,
      'x.json': [
        { uri: 'media/a.jpg', creation_timestamp: 1, title: 'Käse, schon repariert' },
        { uri: 'media/b.jpg', creation_timestamp: 1, title: 'Ω' },
      ],
    })
    expect(facts.map(each => each?.title)).toEqual(['Käse, schon repariert', 'Ω'])
  })
})

describe('RV-1152 Snapchat', () => {
  const [A, B] = ['1A2B3C4D-1111-2222-3333-444455556666', '1A2B3C4D-1111-2222-3333-444455557777']
  const media = (time: string, more: object = {}) => ({
    Date: `${time} UTC`,
    'Media Type': 'Image',
    Location: 'Latitude, Longitude: 50.94, 6.96',
    'Download Link': '',
    ...more,
  })

  test('the photo of a day has its time, in the zone of its position; the overlay is a companion', async () => {
    const { of, states, companionServices } = await read({
      [`memories/2021-05-03_${A}-main.jpg`]: PHOTO,
      [`memories/2021-05-03_${A}-overlay.png`]: 'png',
      'json/memories_history.json': {
        'Saved Media': [
          media('2021-05-03 14:15:00'),
          media('2021-05-03 18:00:00', { 'Media Type': 'Video' }),
        ],
      },
    })
    expect(of(`2021-05-03_${A}-main.jpg`)).toEqual({
      facts: { takenAt: '2021-05-03T16:15:00', offset: 120 },
      albums: [],
      service: 'snapchat',
    })
    expect(Object.values(states)).toEqual(['used', 'used'])
    expect(companionServices).toEqual(['snapchat', 'snapchat'])
  })

  test('of two photos of a day only those whose link names them have a time', async () => {
    const link = `https://app.snapchat.com/dmd/memories?uid=00000000-0000-0000-0000-000000000000&mid=${B}`
    const { facts, services } = await read({
      [`2021-05-03_${A}-main.jpg`]: PHOTO,
      [`2021-05-03_${B}-main.jpg`]: PHOTO,
      'memories_history.json': {
        'Saved Media': [
          media('2021-05-03 14:15:00'),
          media('2021-05-03 15:00:00', { 'Download Link': link }),
        ],
      },
    })
    expect(facts).toEqual([undefined, { takenAt: '2021-05-03T17:00:00', offset: 120 }])
    expect(services).toEqual(['snapchat', 'snapchat'])
  })
})

describe('RV-1147 iCloud', () => {
  const [ONE, TWO] = ['iCloud Photos Part 1 of 2', 'iCloud Photos Part 2 of 2']
  const details = (...rows: string[]) =>
    ['imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate', ...rows].join(
      '\n',
    )
  const row = (name: string, date: string) => `${name},abc=,no,no,no,"${date}",3,"${date}"`

  test('the lists of each part say what is in its folder; albums name photos that occur once', async () => {
    const { facts, albums, states } = await read({
      [`${ONE}/Photos/IMG_1.HEIC`]: PHOTO,
      [`${TWO}/Photos/IMG_1.HEIC`]: PHOTO,
      [`${TWO}/Photos/IMG_2.PNG`]: PHOTO,
      'mine/IMG_3.jpg': PHOTO,
      [`${ONE}/Photos/Photo Details.csv`]: details(row('IMG_1.HEIC', 'Thursday August 29,2013 7:08 AM GMT')),
      [`${TWO}/Photos/Photo Details-2.csv`]: details(
        row('IMG_1.HEIC', 'Wednesday October 11,2017 3:53\u202fPM GMT'),
        row('IMG_2.PNG', ''),
      ),
      [`${ONE}/Albums/Sommer.csv`]: 'Images\nIMG_2.PNG\nIMG_1.HEIC\nIMG_3.jpg\n',
      [`${ONE}/Albums/notes.csv`]: 'a,b\n1,2\n',
    })
    expect(facts).toEqual([
      { takenAt: '2013-08-29T09:08:00', offset: 120 },
      { takenAt: '2017-10-11T17:53:00', offset: 120 },
      {},
      undefined,
    ])
    expect(albums).toEqual([[], [], ['Sommer'], []])
    expect(states).toEqual({
      'Photo Details.csv': 'used',
      'Photo Details-2.csv': 'used',
      'Sommer.csv': 'used',
      'notes.csv': 'unmatched',
    })
  })
})

describe("RV-1092 the product's own export", () => {
  test('its lists are companions, its albums come along, its months are no albums', async () => {
    const { of, states, services } = await read({
      'Export/2024/05/a.jpg': PHOTO,
      'Export/2024/05/b.jpg': PHOTO,
      'Export/2023/05/a.jpg': PHOTO,
      'Export/manifest.json': {
        format: 2,
        export: 'id',
        photos: [
          { name: '2024/05/b.jpg', size: 1, albums: ['Garden', 'Best'] },
          { name: '2024/05/a.jpg', size: 1, albums: [] },
          { name: '2023/05/a.jpg', size: 1, albums: ['Garden'] },
        ],
      },
      'Export/manifest.csv':
        '\ufeffname,size,sha256,dateTaken,albums,originalName\r\n2024/05/b.jpg,1,x,,Garden,b.jpg\r\n',
    })
    expect(of('b.jpg').albums).toEqual(['Garden', 'Best'])
    expect(services).toEqual(['keepsake', 'keepsake', 'keepsake'])
    expect(states).toEqual({ 'manifest.json': 'used', 'manifest.csv': 'used' })
  })
})

describe('RV-1082 a Takeout in parts', () => {
  const json = (title: string, timestamp: number, more: object = {}) => ({
    title,
    photoTakenTime: { timestamp: String(timestamp) },
    ...more,
  })
  const YEAR = 'Google Photos/Photos from 2017'

  test.each([
    ['takeout-001/Takeout', 'takeout-002/Takeout'],
    ['takeout-20240503T141500Z-001/Takeout', 'takeout-20240503T141500Z-002/Takeout'],
    ['Takeout', 'Takeout 2'],
    ['Takeout', 'Takeout (1)'],
    ['Downloads/Takeout', 'Takeout'],
  ])('a photo of %s has its companion from %s, also its edited copy', async (one, two) => {
    const { of, states } = await read({
      [`${one}/${YEAR}/IMG_1.jpg`]: PHOTO,
      [`${one}/${YEAR}/IMG_1-edited.jpg`]: PHOTO,
      [`${one}/${YEAR}/IMG_3.jpg`]: PHOTO,
      [`${two}/${YEAR}/IMG_2.jpg`]: PHOTO,
      [`${two}/${YEAR}/IMG_1.jpg.supplemental-metadata.json`]: json('IMG_1.jpg', 1_500_200_000),
      [`${one}/${YEAR}/IMG_2.jpg.supplemental-metadata.json`]: json('IMG_2.jpg', 1_500_300_000),
      [`${two}/${YEAR}/IMG_4.jpg.json`]: json('IMG_4.jpg', 5),
    })
    const at = (name: string) => of(name).facts?.takenAt
    expect(['IMG_1.jpg', 'IMG_1-edited.jpg', 'IMG_2.jpg', 'IMG_3.jpg'].map(at)).toEqual([
      '2017-07-16T12:13:20',
      '2017-07-16T12:13:20',
      '2017-07-17T16:00:00',
      undefined,
    ])
    expect(Object.values(states)).toEqual(['used', 'used', 'no-photo'])
  })

  test('a damaged companion beside the photo does not hide the one in another part', async () => {
    const { of, states } = await read({
      [`takeout-001/Takeout/${YEAR}/IMG_1.jpg`]: PHOTO,
      [`takeout-001/Takeout/${YEAR}/IMG_1.jpg.json`]: '{ broken',
      [`takeout-001/Takeout/${YEAR}/IMG_1.csv`]: 'a,b\n1,2',
      [`takeout-002/Takeout/${YEAR}/IMG_1.jpg.supplemental-metadata.json`]: json('IMG_1.jpg', 1_500_200_000),
    })
    expect(of('IMG_1.jpg').facts?.takenAt).toBe('2017-07-16T12:13:20')
    expect(Object.values(states)).toEqual(['damaged', 'unmatched', 'used'])
  })

  test('in every language, and of an album whose title is in another part', async () => {
    const { of } = await read({
      'takeout-001/Takeout/Google Foto_s/Opa/a.jpg': PHOTO,
      'takeout-002/Takeout/Google Foto_s/Opa/a.jpg.json': json('a.jpg', 1_500_200_000),
      'takeout-002/Takeout/Google Foto_s/Opa/metadata.json': { title: 'Opa & Oma', date: {} },
      'takeout-002/Takeout/Google Foto_s/Foto_s uit 2017/metadata.json': {
        title: "Foto's uit 2017",
        date: {},
      },
      'takeout-001/Takeout/Google Foto_s/Foto_s uit 2017/b.jpg': PHOTO,
    })
    expect(of('a.jpg')).toMatchObject({ facts: { takenAt: '2017-07-16T12:13:20' }, albums: ['Opa & Oma'] })
    expect(of('b.jpg').albums).toEqual([])
  })

  test('parts of two exports, and folders of other names, never serve each other', async () => {
    const { facts, states } = await read({
      [`takeout-20240503T141500Z-001/Takeout/${YEAR}/IMG_1.jpg`]: PHOTO,
      [`takeout-20250101T000000Z-001/Takeout/${YEAR}/IMG_1.jpg.json`]: json('IMG_1.jpg', 5),
      'Takeout/Google Photos/Photos from 2018/IMG_2.jpg': PHOTO,
      'Takeout/Google Photos/Photos from 2016/IMG_2.jpg.json': json('IMG_2.jpg', 5),
    })
    expect(facts).toEqual([undefined, undefined])
    expect(Object.values(states)).toEqual(['unclear', 'unclear'])
  })

  test('two exports whose parts have the same names: each photo keeps that of its folder', async () => {
    const { facts } = await read({
      [`a/Takeout/${YEAR}/IMG_1.jpg`]: PHOTO,
      [`a/Takeout/${YEAR}/IMG_1.jpg.json`]: json('IMG_1.jpg', 1_500_200_000),
      [`b/Takeout/${YEAR}/IMG_1.jpg`]: PHOTO,
      [`b/Takeout/${YEAR}/IMG_1.jpg.json`]: json('IMG_1.jpg', 1_500_300_000),
    })
    expect(facts.map(each => each?.takenAt)).toEqual(['2017-07-16T12:13:20', '2017-07-17T16:00:00'])
  })
})

test('RV-1152 each unused companion says why, and none that names a chosen file had no photo', async () => {
  const taken = { photoTakenTime: { timestamp: '5' } }
  const { states } = await read({
    'a/IMG_1.jpg': PHOTO,
    'b/IMG_1.jpg.supplemental-metadata.json': { title: 'IMG_1.jpg', ...taken },
    'b/x.json': { title: 'IMG_1.jpg', ...taken },
    'b/IMG_1.xmp': '<rdf:RDF/>',
    'b/IMG_1.jpg.supplemental-metadata(1).json': { title: 'IMG_1.jpg', ...taken },
    'b/IMG_2.jpg.json': { title: 'IMG_2.jpg', ...taken },
    'b/other.json': { subscriptions: [] },
    'b/broken.json': '{ "title',
    'b/broken.xmp': 'x',
    'b/0.json': [{ uri: 'posts/media/IMG_1.jpg', creation_timestamp: 5 }],
    'b/1.json': [{ uri: 'posts/media/IMG_2.jpg', creation_timestamp: 5 }],
  })
  expect(states).toEqual({
    'IMG_1.jpg.supplemental-metadata.json': 'unclear',
    'x.json': 'unclear',
    'IMG_1.xmp': 'unclear',
    'IMG_1.jpg.supplemental-metadata(1).json': 'no-photo',
    'IMG_2.jpg.json': 'no-photo',
    'other.json': 'other',
    'broken.json': 'damaged',
    'broken.xmp': 'damaged',
    '0.json': 'unclear',
    '1.json': 'no-photo',
  })
})
