// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { type PickedSource, readDroppedFiles } from './dropped-files.ts'

const file = (name: string) => new File(['x'], name)
const fileHandle = (name: string, gone = false) => ({
  kind: 'file',
  name,
  getFile: async () => {
    if (gone) throw new DOMException('gone', 'NotFoundError')
    return file(name)
  },
})
const folderHandle = (name: string, inside: unknown[]) => ({
  kind: 'directory',
  name,
  values: async function* () {
    yield* inside
  },
})
const fileEntry = (name: string) => ({
  name,
  isDirectory: false,
  file: (found: (file: File) => void) => found(file(name)),
})
/** Returns two entries per call, as browsers return a hundred. */
const folderEntry = (name: string, inside: unknown[]) => ({
  name,
  isDirectory: true,
  createReader: () => {
    const left = [...inside]
    return { readEntries: (found: (some: unknown[]) => void) => found(left.splice(0, 2)) }
  },
})
const drop = (...items: object[]) =>
  readDroppedFiles({ items: items.map(item => ({ kind: 'file', getAsFile: () => null, ...item })) } as never)
/** Names of the sources; 'kind name' of those that cannot be read. */
const names = (picked: PickedSource[]) =>
  picked.map(each => ('file' in each ? each.file.name : `${each.kind} ${each.name}`))

test('PL-040 NX-248 dropped folders are read recursively, sorted by name; hidden files are only named', async () => {
  const inside = [
    fileEntry('10.jpg'),
    fileEntry('.DS_Store'),
    fileEntry('9.jpg'),
    folderEntry('a', [fileEntry('8.jpg')]),
  ]
  const picked = await drop(
    { webkitGetAsEntry: () => folderEntry('Holiday', inside) },
    { webkitGetAsEntry: () => fileEntry('single.jpg'), getAsFile: () => file('single.jpg') },
  )
  expect(names(picked)).toEqual(['hidden .DS_Store', '9.jpg', '10.jpg', '8.jpg', 'single.jpg'])
  expect(picked.map(({ folder }) => folder)).toEqual([
    undefined,
    'Holiday',
    'Holiday',
    'Holiday/a',
    undefined,
  ])
  expect(picked.every(({ handle }) => handle === undefined)).toBe(true)
})

test('OP-10 RV-801 handles are kept if the browser provides them; unreadable files are named', async () => {
  const single = fileHandle('single.jpg')
  const folder = folderHandle('Holiday', [
    fileHandle('b.jpg'),
    fileHandle('gone.jpg', true),
    fileHandle('a.jpg'),
  ])
  const picked = await drop(
    { getAsFileSystemHandle: async () => single },
    { getAsFileSystemHandle: async () => folder },
    { getAsFileSystemHandle: () => Promise.reject(new Error('denied')), getAsFile: () => file('plain.jpg') },
    { kind: 'string' },
  )
  expect(names(picked)).toEqual(['single.jpg', 'a.jpg', 'b.jpg', 'file gone.jpg', 'plain.jpg'])
  expect(picked.map(({ handle }) => handle !== undefined)).toEqual([true, true, true, true, false])
})

test('RV-801 a file of a folder without handles that cannot be read is named, and read again', async () => {
  let isDownloaded = false
  const placeholder = {
    name: 'cloud.jpg',
    isDirectory: false,
    file: (found: (file: File) => void, failed: (error: unknown) => void) =>
      isDownloaded ? found(file('cloud.jpg')) : failed(new DOMException('offline', 'NotReadableError')),
  }
  const holiday = folderEntry('Holiday', [fileEntry('a.jpg'), placeholder, fileEntry('z.jpg')])
  const picked = await drop({ webkitGetAsEntry: () => holiday })
  expect(names(picked)).toEqual(['a.jpg', 'file cloud.jpg', 'z.jpg'])
  const read = async () => names((await picked[1]!.read?.()) ?? [])
  expect(await read()).toEqual(['file cloud.jpg'])
  isDownloaded = true
  expect(await read()).toEqual(['cloud.jpg'])
})

test('RV-801 a folder that cannot be listed is named beside what was listed, and read again from there', async () => {
  let isBroken = true
  const listed = async function* () {
    yield* [fileHandle('a.jpg'), fileHandle('b.jpg')]
    if (isBroken) throw new DOMException('card pulled', 'NotFoundError')
    yield fileHandle('c.jpg')
  }
  const card = { kind: 'directory', name: 'DCIM', values: listed }
  const locked = {
    name: 'Locked',
    isDirectory: true,
    createReader: () => ({
      readEntries: (_: unknown, failed: (error: Error) => void) => failed(new Error()),
    }),
  }
  const picked = await drop(
    { getAsFileSystemHandle: async () => folderHandle('Cards', [card, fileHandle('x.jpg')]) },
    { webkitGetAsEntry: () => locked },
  )
  expect(names(picked)).toEqual(['folder DCIM', 'a.jpg', 'b.jpg', 'x.jpg', 'folder Locked'])
  isBroken = false
  expect(names((await picked[0]!.read?.()) ?? [])).toEqual(['c.jpg'])
})
