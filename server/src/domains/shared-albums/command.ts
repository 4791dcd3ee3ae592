import { readFile } from 'node:fs/promises'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import type { Command, CommandAction } from '../../domain.ts'
import { parseCommandLine } from '../../platform/command-line.ts'
import { importSharedAlbums } from './import.ts'

export const importSharedAlbumsCommand: Command = {
  name: 'import shared-albums',
  parse: readArguments,
}

/** Parses the arguments after 'import shared-albums'; null if they are invalid. Exit code 1: nothing was imported. */
function readArguments(args: readonly string[]): CommandAction | null {
  const parsed = parseCommandLine(args, { 'skip-unknown': { type: 'boolean', default: false } })
  const [file, ...rest] = parsed?.words ?? []
  if (!parsed || !file || rest.length > 0) return null
  const skipUnknown = parsed.values['skip-unknown']
  return async (ctx, print) => {
    const text = decodeUtf8(await readFile(file))
    const { problems, notes, albums } =
      text === null
        ? { problems: ['is not UTF-8'], notes: [], albums: [] }
        : await importSharedAlbums(ctx, text, { skipUnknown })
    for (const problem of problems) print(`${file}: ${problem}`)
    if (problems.length > 0) {
      print(`Nothing was imported: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`)
      return 1
    }
    for (const note of notes) print(`${file}: ${note}`)
    for (const { albumId, name, outcome, photos } of albums)
      print(`${outcome.padEnd(9)} ${albumId} ${name} (${photos} photos)`)
    print(`${albums.length} shared albums.`)
    return 0
  }
}
