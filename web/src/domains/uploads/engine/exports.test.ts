import { describe, expect, test } from 'vitest'
import type { UploadCompanion } from '#contract/upload-companion.ts'
import type { PickedSource } from '#web/platform/files/dropped-sources.ts'
import { summarizeExports } from '../queue/export-summary.ts'
import { createTestEnvironment, flushPromises, jpegFile, startUploads } from './upload-environment.testing.ts'

/** A page that notes which companions are sent for photos that are there. */
async function begin() {
  const t = createTestEnvironment()
  const compared: [string, UploadCompanion | undefined][] = []
  const { findDuplicates } = t.environment
  t.environment.findDuplicates = files => {
    compared.push(
      ...files.map(
        ({ fileName, companion }) => [fileName, companion] as [string, UploadCompanion | undefined],
      ),
    )
    return findDuplicates(files)
  }
  const page = await startUploads(t)
  const sum = () => summarizeExports(page.uploads.state().queue, page.uploads.state().folderAlbums)
  return { ...page, sum, compared }
}

const photo = (path: string): PickedSource => toSource(path, name => jpegFile(name, path))
const json = (path: string, value: unknown): PickedSource =>
  toSource(path, name => new File([JSON.stringify(value)], name, { type: 'application/json' }))
const other = (path: string, type: string): PickedSource =>
  toSource(path, name => new File(['x'], name, { type }))

function toSource(path: string, create: (name: string) => File): PickedSource {
  const at = path.lastIndexOf('/')
  const file = create(path.slice(at + 1))
  return at > 0 ? { file, folder: path.slice(0, at) } : { file }
}

const taken = (title: string) => ({ title, photoTakenTime: { timestamp: '1556971255' } })
const FACTS = { takenAt: '2019-05-04T14:00:55', offset: 120 }
const YEAR = 'Google Photos/Photos from 2019'

const FLICKR = [
  photo('data-download-1/a_49876543210_o.jpg'),
  photo('data-download-1/b_49876543211_o.jpg'),
  photo('data-download-1/c_49876543212_o.jpg'),
  json('1_ab_part1/photo_49876543210.json', {
    id: '49876543210',
    photopage: 'x',
    name: 'Beach day',
    date_taken: '2013-07-14 15:21:09',
  }),
  json('1_ab_part1/photo_49876543219.json', { id: '49876543219', photopage: 'x' }),
  json('1_ab_part1/albums.json', {
    albums: [
      { title: 'Cornwall', photos: ['49876543210', '49876543211'] },
      { title: 'Best', photos: ['49876543210'] },
    ],
  }),
]

describe('RV-1152 what was dropped is named', () => {
  test('an export in two parts: dates, titles, chosen albums, companions without a photo, photos without one', async () => {
    const { uploads, add, sum } = await begin()
    await add(...FLICKR)
    expect(sum()).toEqual([
      {
        service: 'flickr',
        parts: [undefined, undefined],
        along: { dates: 1, titles: 1, places: 0, albums: 2 },
        kept: 1,
        unused: [{ reason: 'no-photo', count: 1 }],
        missing: 1,
      },
    ])
    uploads.chooseAlbum(['Best'], false)
    expect(sum()[0]!.along.albums).toBe(1)
  })

  test('two exports are two; photos of no service none, but for companions', async () => {
    const { add, sum } = await begin()
    await add(photo('mine/a.jpg'))
    expect(sum()).toEqual([])
    await add(
      toSource(
        'mine/a.xmp',
        name => new File(['<rdf:RDF exif:DateTimeOriginal="2019-05-04T12:00:00"/>'], name),
      ),
      photo('takeout-001/Takeout/Google Photos/Norway/b.jpg'),
      photo('takeout-003/Takeout/Google Photos/Norway/c.jpg'),
      photo('memories/2021-05-03_1A2B3C4D-1111-2222-3333-444455556666-main.jpg'),
    )
    expect(sum()).toMatchObject([
      { service: undefined, along: { dates: 1 }, kept: 0, missing: 0 },
      { service: 'google', parts: [1, 3], along: { dates: 0 }, kept: 0, missing: 2 },
      { service: 'snapchat', parts: [] },
    ])
  })

  test('a deselected photo brings nothing along, and one that is there or was sent before its companion no place', async () => {
    const { t, uploads, find, add, sum, compared } = await begin()
    t.environment.arePlacesOn = async () => true
    t.library.set(`hash of ${YEAR}/a.jpg`, { photoId: 'p1', state: 'already-there' })
    const geoData = { latitude: 52, longitude: 4 }
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
      await add(photo(`${YEAR}/${name}`), json(`${YEAR}/${name}.json`, { ...taken(name), geoData }))
    expect(sum()).toMatchObject([{ along: { dates: 3, places: 2 }, kept: 3 }])
    uploads.select(find('b.jpg').id, false)
    expect(sum()).toMatchObject([{ along: { dates: 2, places: 1 }, kept: 2 }])
    await add(photo(`${YEAR}/d.jpg`))
    await add(json(`${YEAR}/d.jpg.json`, { ...taken('d.jpg'), geoData }))
    expect(t.sent.map(({ companion }) => companion?.place !== undefined)).toEqual([true, true, false])
    await t.completeAll()
    expect(compared.at(-1)).toEqual(['d.jpg', FACTS])
    expect(sum()).toMatchObject([{ along: { dates: 3, places: 1 }, kept: 3 }])
  })

  test('folders of a service are no albums; its albums are offered, chosen, and a photo is put into each of its own', async () => {
    const { t, uploads, add } = await begin()
    await add(...FLICKR)
    const toAlbum = ({ name, count, isChosen }: { name: string; count: number; isChosen: boolean }) => [
      name,
      count,
      isChosen,
    ]
    expect(uploads.state().folderAlbums.map(toAlbum)).toEqual([
      ['Cornwall', 2, true],
      ['Best', 1, true],
    ])
    await uploads.confirm()
    for (let round = 0; round < 3; round++) await t.completeAll()
    expect(t.albums).toEqual(['Cornwall', 'Best'])
    expect(t.sent.every(({ albumId }) => albumId === undefined || albumId === 'album Cornwall')).toBe(true)
    expect(new Set(t.addedToAlbums)).toEqual(
      new Set([
        'photo of a_49876543210_o.jpg to album Cornwall',
        'photo of a_49876543210_o.jpg to album Best',
        'photo of b_49876543211_o.jpg to album Cornwall',
      ]),
    )
  })

  test("Snapchat's overlay is never sent", async () => {
    const { t, find, add } = await begin()
    const name = '2021-05-03_1A2B3C4D-1111-2222-3333-444455556666'
    await add(
      photo(`memories/${name}-main.jpg`),
      toSource(`memories/${name}-overlay.png`, each => jpegFile(each, 'x', 'image/png')),
    )
    await t.completeAll()
    expect(find(`${name}-overlay.png`)).toMatchObject({ state: 'companion', isUsed: true })
    expect(t.sent.map(({ file }) => file.name)).toEqual([`${name}-main.jpg`])
  })
})

describe('RV-1082 parts that are dropped one after the other', () => {
  test('the companion of the later part serves the photo, and its album', async () => {
    const { uploads, find, add } = await begin()
    await add(
      ...['a', 'b', 'c', 'd'].map(name => photo(`takeout-001/Takeout/Google Photos/Norway/${name}.jpg`)),
    )
    await add(
      json('takeout-002/Takeout/Google Photos/Norway/d.jpg.json', taken('d.jpg')),
      json('takeout-002/Takeout/Google Photos/Norway/metadata.json', { title: 'Norwegen', date: {} }),
    )
    expect(find('d.jpg')).toMatchObject({ facts: FACTS, albums: ['Norwegen'] })
    expect(uploads.state().folderAlbums).toMatchObject([{ name: 'Norwegen', count: 4, isChosen: true }])
  })

  test('the index of the earlier part serves photos of the later one', async () => {
    const { find, add } = await begin()
    await add(...FLICKR)
    await add(photo('data-download-2/d_49876543219_o.jpg'))
    expect(find('photo_49876543219.json')).toMatchObject({ state: 'companion', isUsed: true })
    expect(find('d_49876543219_o.jpg').service).toBe('flickr')
  })
})

describe('RV-1148 a companion of a photo that is there', () => {
  test('is sent with its hash, and fills what the photo lacks', async () => {
    const { t, compared, add } = await begin()
    t.library.set(`hash of ${YEAR}/a.jpg`, { photoId: 'p1', state: 'already-there' })
    await add(photo(`${YEAR}/a.jpg`), photo(`${YEAR}/b.jpg`), json(`${YEAR}/a.jpg.json`, taken('a.jpg')))
    expect(compared).toEqual([
      ['a.jpg', FACTS],
      ['b.jpg', undefined],
    ])
    expect(t.sent.map(({ file }) => file.name)).toEqual(['b.jpg'])
  })

  test('that is dropped later is sent once, when its photo is in the library', async () => {
    const { t, find, compared, add } = await begin()
    t.library.set(`hash of takeout-001/Takeout/${YEAR}/a.jpg`, { photoId: 'p1', state: 'restored' })
    await add(photo(`takeout-001/Takeout/${YEAR}/a.jpg`), photo(`takeout-001/Takeout/${YEAR}/b.jpg`))
    compared.length = 0
    await add(
      json(`takeout-002/Takeout/${YEAR}/a.jpg.json`, taken('a.jpg')),
      json(`takeout-002/Takeout/${YEAR}/b.jpg.json`, taken('b.jpg')),
    )
    // b.jpg is being sent.
    expect(compared).toEqual([['a.jpg', FACTS]])
    expect(t.sent[0]!.companion).toBeUndefined()
    t.library.set(`hash of takeout-001/Takeout/${YEAR}/b.jpg`, { photoId: 'p2', state: 'already-there' })
    await t.completeAll()
    expect(compared).toEqual([
      ['a.jpg', FACTS],
      ['b.jpg', FACTS],
    ])
    expect(find('a.jpg')).toMatchObject({ state: 'restored', photoId: 'p1' })
    expect(find('b.jpg')).toMatchObject({ state: 'added', photoId: 'photo of b.jpg' })
    await add(photo('c.jpg'))
    expect(compared.map(([name]) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  })

  test('that is chosen while its hash is on its way is sent once, as is that of an equal file', async () => {
    const { t, compared, add } = await begin()
    const answer = Promise.withResolvers<void>()
    const { findDuplicates } = t.environment
    t.environment.findDuplicates = async files => {
      await answer.promise
      return findDuplicates(files)
    }
    t.library.set('hash of 1', { photoId: 'p1', state: 'already-there' })
    const inYear = (name: string, content: string) => ({ file: jpegFile(name, content), folder: YEAR })
    await add(inYear('a.jpg', '1'), inYear('b.jpg', '2'), inYear('equal.jpg', '2'), inYear('plain.jpg', '2'))
    await add(...['a', 'b', 'equal'].map(name => json(`${YEAR}/${name}.jpg.json`, taken(`${name}.jpg`))))
    answer.resolve()
    await flushPromises()
    await t.completeAll()
    expect(t.sent.map(({ file, companion }) => [file.name, companion])).toEqual([['b.jpg', FACTS]])
    expect(compared).toEqual([
      ['a.jpg', undefined],
      ['a.jpg', FACTS],
      ['b.jpg', FACTS],
      ['equal.jpg', FACTS],
      ['plain.jpg', undefined],
      ['equal.jpg', FACTS],
    ])
  })
})

describe('RV-1147 files are counted as what they are', () => {
  test('videos and documents are left out, and no problems; an archive says to unpack it; another picture is refused', async () => {
    const { t, uploads, find, add } = await begin()
    await add(
      photo('a.jpg'),
      other('film.mp4', 'video/mp4'),
      other('Film.MTS', ''),
      other('letter.pdf', 'application/pdf'),
      other('notes.docx', ''),
      other('Photos.csv', 'text/csv'),
      other('takeout-001.zip', 'application/zip'),
      other('scan.tif', ''),
    )
    await t.completeAll()
    expect(uploads.state().counts).toMatchObject({
      total: 8,
      photos: 3,
      videos: 2,
      documents: 3,
      refused: 2,
      problems: 2,
    })
    expect(find('takeout-001.zip')).toMatchObject({ state: 'refused', reason: 'archive' })
    expect(find('scan.tif')).toMatchObject({ state: 'refused', reason: 'unsupported-type' })
    const states = [...t.recorded.values()].flatMap(files => [...files.values()])
    expect(states.filter(state => state === 'left-out')).toHaveLength(5)
  })

  test('the video of a live photo is its companion, also if the picture is chosen later', async () => {
    const { find, add } = await begin()
    await add(other('IMG_1.MOV', 'video/quicktime'))
    expect(find('IMG_1.MOV').state).toBe('left-out')
    await add(photo('IMG_1.HEIC'))
    expect(find('IMG_1.MOV')).toMatchObject({ state: 'companion', isUsed: true })
  })
})
