import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** A copy of the files of a checkout with its installed packages, in which faults are planted. */
export class Checkout {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(root: string): Promise<Checkout> {
    const folder = mkdtempSync(join(tmpdir(), 'keepsake-mutants-'))
    const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
    const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], options)
    for (const path of list.split('\0').filter(each => each !== '' && existsSync(join(root, each)))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      copyFileSync(join(root, path), join(folder, path))
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return new Checkout(folder)
  }

  /** Plants faults until the result is disposed of. */
  plant(mutants: readonly Mutant[]): AsyncDisposable {
    const originals = new Map(
      mutants.map(({ file }) => [file, readFileSync(join(this.folder, file), 'utf8')]),
    )
    for (const { id, file, text, replacement } of mutants) {
      const content = readFileSync(join(this.folder, file), 'utf8')
      if (content.split(text).length !== 2) throw new Error(`${id}: ${file} does not have its text once`)
      writeFileSync(
        join(this.folder, file),
        content.replace(text, () => replacement),
      )
    }
    return {
      [Symbol.asyncDispose]: async () => {
        for (const [file, content] of originals) writeFileSync(join(this.folder, file), content)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}
