import type { Command } from '#server/domain.ts'
import { parseCommandLine } from '#server/platform/command-line.ts'
import { adoptSecret } from './fingerprint.ts'

export const secretCommand: Command = {
  name: 'secret adopt',
  acceptsForeignSecret: true,
  parse(args) {
    const parsed = parseCommandLine(args, { by: { type: 'string' } })
    const by = parsed?.values.by?.trim()
    if (!by || parsed!.words.length > 0) return null
    return async (ctx, print) => {
      await adoptSecret(ctx, by)
      print('SECRET is accepted. Restart all processes with it.')
      return 0
    }
  },
}
