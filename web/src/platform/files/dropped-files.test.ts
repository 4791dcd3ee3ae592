// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readDroppedFiles } from './dropped-files.ts'

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
const names = (picked: { file: File }[]) => picked.map(each => each.file.name)

test('PL-040 dropped folders are read recursively, sorted by name, without hidden files', async () => {
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
  expect(names(picked)).toEqual(['9.jpg', '10.jpg', '8.jpg', 'single.jpg'])
  expect(picked.every(({ handle }) => handle === undefined)).toBe(true)
})

test('OP-10 handles are kept if the browser provides them; unreadable files are left out', async () => {
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
  expect(names(picked)).toEqual(['single.jpg', 'a.jpg', 'b.jpg', 'plain.jpg'])
  expect(picked.map(({ handle }) => handle !== undefined)).toEqual([true, true, true, false])
})
