import { registerHooks } from 'node:module'

/*
 * Loaded before the server of `bench journal`: the journal's `record` does nothing between one SIGUSR2 and the next, so that one
 * process makes the same change with and without its entry.
 */
const MARK = 'entry: NewEntry): Promise<string> {'

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/server/src/domains/journal/record.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(MARK)) throw new Error('record has another signature')
    const off = " if (globalThis.isRecordOff) return '00000000-0000-7000-8000-000000000000';"
    return { ...loaded, source: source.replace(MARK, MARK + off) }
  },
})
process.on('SIGUSR2', () => {
  globalThis.isRecordOff = !globalThis.isRecordOff
})
