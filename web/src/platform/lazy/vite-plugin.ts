import type { Plugin } from 'vite'

/** Vite plugin: writes `build.json` with the address of the entry script, which open pages compare with theirs. */
export function buildInfoPlugin(): Plugin {
  return {
    name: 'keepsake-build-info',
    apply: 'build',
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find(file => file.type === 'chunk' && file.isEntry)
      if (!entry) throw new Error('The build has no entry')
      this.emitFile({
        type: 'asset',
        fileName: 'build.json',
        source: JSON.stringify({ entry: `/${entry.fileName}` }),
      })
    },
  }
}
