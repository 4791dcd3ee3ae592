import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { createEntryNames, planZip, type ZipEntry, type ZipPlan } from './index.ts'
import {
  createEntry,
  createMemorySource,
  createNoise,
  createSamplePlan,
  createScratchFolder,
  planManyEntries,
  readZip,
  writeSparseFile,
} from './zip.testing.ts'

const run = promisify(execFile)
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const environment = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' }
const GiB = 1024 ** 3

const programs = {
  unzip: {
    isInstalled: has('unzip', '-v'),
    test: ['-tq'],
    unpack: (zip: string, to: string) => ['-q', zip, '-d', to],
  },
  '7z': {
    isInstalled: has('7z', 'i'),
    test: ['t'],
    unpack: (zip: string, to: string) => ['x', '-y', `-o${to}`, zip],
  },
  bsdtar: {
    isInstalled: has('bsdtar', '--version'),
    test: ['-tf'],
    unpack: (zip: string, to: string) => ['-xf', zip, '-C', to],
  },
  python3: {
    isInstalled: has('python3', '-c', 'import zipfile'),
    test: ['-m', 'zipfile', '-t'],
    unpack: (zip: string, to: string) => ['-m', 'zipfile', '-e', zip, to],
  },
}

describe('PL-180 OP-94 other programs read our zips', () => {
  test('yauzl reads every file with its bytes', async () => {
    const plan = createSamplePlan()
    const zip = await fromBufferPromise(await readZip(plan), { strictFileNames: true })
    const found = new Map<string, string>()
    for await (const entry of zip.eachEntry()) {
      found.set(entry.fileName, hashOf(await buffer(await zip.openReadStreamPromise(entry))))
      expect(entry.getLastModDate({ timezone: 'UTC' }).toISOString()).toBe('2024-05-03T14:15:00.000Z')
    }
    expect(found).toEqual(hashesOf(plan))
  })

  describe('NX-241 RV-809 times before 1980', () => {
    const times: Record<string, string> = {
      'a.jpg': '1974-08-12T15:30:40',
      'b.jpg': '1955-06-01T21:00:00',
      'day.jpg': '1974-08-01T00:00:00',
      'later.jpg': '1980-01-01T00:00:02',
    }
    const plan = planZip(
      Object.entries(times).map(([name, modified]) => createEntry(name, Buffer.from(name), modified)),
    )
    const shown = {
      'a.jpg': '1974-08-12 15:30:40',
      'b.jpg': '1955-06-01 21:00:00',
      'day.jpg': '1974-08-01 12:00:00',
      'later.jpg': '1980-01-01 00:00:02',
    }

    test('are in an extra field of both headers; later ones have none', async () => {
      const bytes = await readZip(plan)
      expect(bytes.length).toBe(plan.length)
      const zip = await fromBufferPromise(bytes, { strictFileNames: true })
      const found: Record<string, string> = {}
      for await (const entry of zip.eachEntry()) {
        found[entry.fileName] = entry.getLastModDate({ timezone: 'UTC' }).toISOString()
        const local = await zip.readLocalFileHeaderPromise(entry)
        expect(local.extraField).toEqual(entry.extraFieldRaw)
        expect(local.extraField.length).toBe({ 'later.jpg': 0, 'b.jpg': 36 }[entry.fileName] ?? 9)
      }
      const expected = Object.entries(shown).map(([name, time]) => [name, `${time.replace(' ', 'T')}.000Z`])
      expect(found).toEqual(Object.fromEntries(expected))
    })

    // unzip and bsdtar know no time before 1970 in any field: they show that of the DOS format.
    for (const [program, before1970] of [
      ['unzip', '1980-01-01 00:00:00'],
      ['7z', shown['b.jpg']],
      ['bsdtar', '1980-01-01 00:00:00'],
    ] as const)
      test.skipIf(!programs[program].isInstalled)(`${program} unpacks them with their day`, async () => {
        await using folder = await createScratchFolder()
        const file = join(folder.path, 'a.zip')
        const jail = join(folder.path, 'jail')
        await mkdir(jail)
        await writeFile(file, await readZip(plan))
        await run(program, programs[program].unpack(file, jail), { env: { ...environment, TZ: 'UTC' } })
        for (const [name, time] of Object.entries({ ...shown, 'b.jpg': before1970 })) {
          const { mtime } = await stat(join(jail, name))
          expect([name, mtime.toISOString().slice(0, 19).replace('T', ' ')]).toEqual([name, time])
        }
      })
  })

  for (const [program, { isInstalled, test: check, unpack }] of Object.entries(programs)) {
    test.skipIf(!isInstalled)(`${program} tests and unpacks them`, async () => {
      await using folder = await createScratchFolder()
      const plan = planZip(hostileEntries())
      const file = join(folder.path, 'a.zip')
      const jail = join(folder.path, 'jail')
      await mkdir(jail)
      await writeFile(file, await readZip(plan))
      await run(program, [...check, file], { env: environment })
      await run(program, unpack(file, jail), { env: environment })
      expect(await filesIn(jail)).toEqual(hashesOf(plan))
      expect(await readdir(folder.path)).toEqual(['a.zip', 'jail'])
    })

    test.skipIf(!isInstalled)(`${program} reads ZIP64 by count`, async () => {
      await using folder = await createScratchFolder()
      const file = join(folder.path, 'many.zip')
      manyZip ??= readZip(planManyEntries(70_000))
      await writeFile(file, await manyZip)
      await run(program, [...check, file], { env: environment, maxBuffer: GiB })
      const { stdout } = await run(program, listing[program]!(file), { env: environment, maxBuffer: GiB })
      expect(new Set(stdout.match(/\b[0-9]+\/[0-9]+\b/g)).size).toBe(70_000)
    })

    test.skipIf(!isInstalled)(`${program} reads ZIP64 by size`, async () => {
      await using folder = await createScratchFolder()
      const late = createNoise(1000, 7)
      const plan = planZip<Buffer>([
        {
          name: 'large.bin',
          size: 5 * GiB,
          crc32: 0,
          modified: '2024-05-03T14:15:01',
          source: Buffer.alloc(0),
        },
        createEntry('late.jpg', late),
      ])
      const file = join(folder.path, 'large.zip')
      await writeSparseFile(file, plan, createMemorySource)
      const { stdout } = await run(program, listing[program]!(file), { env: environment })
      expect(stdout).toContain('large.bin')
      expect(stdout).toContain(String(5 * GiB))
      const only = await run(program, single[program]!(file, 'late.jpg'), {
        env: environment,
        encoding: 'buffer',
      })
      expect(only.stdout.equals(late)).toBe(true)
    })
  }
})

let manyZip: Promise<Buffer> | undefined

const PYTHON_ONE =
  'import sys,zipfile;sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))'
const listing: Record<string, (zip: string) => string[]> = {
  unzip: zip => ['-l', zip],
  '7z': zip => ['l', zip],
  bsdtar: zip => ['-tvf', zip],
  python3: zip => ['-m', 'zipfile', '-l', zip],
}
const single: Record<string, (zip: string, name: string) => string[]> = {
  unzip: (zip, name) => ['-p', zip, name],
  '7z': (zip, name) => ['e', '-so', zip, name],
  bsdtar: (zip, name) => ['-xOf', zip, name],
  python3: (zip, name) => ['-c', PYTHON_ONE, zip, name],
}

function hostileEntries(): ZipEntry<Buffer>[] {
  const wanted = [
    ...[
      '../../up.jpg',
      '/absolute.jpg',
      'C:\\windows\\win.jpg',
      'a\0b.jpg',
      'photo\u202egpj.exe',
      'CON.jpg',
      'x. . ',
    ],
    ...[
      'same.jpg',
      'SAME.JPG',
      'same.jpg',
      'Ü.jpg',
      'u\u0308.jpg',
      `${'語'.repeat(200)}.jpg`,
      '写真 🏔.heic',
      "it's.jpg",
    ],
    ...['-rf', '*', '$(id).jpg', '`id`.jpg', '[a].jpg', '.hidden', ''],
  ].map(name => ({ name, folder: '2024/05' }))
  return createEntryNames([...wanted, { name: '2024' }, { name: 'top.jpg', folder: '../..' }]).map(
    (name, index) => createEntry(name, createNoise(index * 997, index), '2024-05-03T14:15:01'),
  )
}

function hashesOf(plan: ZipPlan<Buffer>): Map<string, string> {
  return new Map(plan.entries.map(({ name, source }) => [name, hashOf(source)]))
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const hashes = await Promise.all(
    files.map(
      async path => [relative(folder, path).replaceAll(sep, '/'), hashOf(await readFile(path))] as const,
    ),
  )
  return new Map(hashes)
}
