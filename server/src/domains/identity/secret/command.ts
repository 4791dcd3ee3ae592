import { type Context, change, type Reader } from '#server/context.ts'
import type { Command } from '#server/domain.ts'
import { parseCommandLine } from '#server/platform/command-line.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import type { Signer } from '#server/platform/signing/signing.ts'
import { lockRow } from '../../../platform/db/rows.ts'
import { listSigningKeyIds, toKeyId } from '../provider/signing-key.ts'
import { findRecord, insertRecord, updateRecord } from '../store/oidc-records.ts'

/** The record of the secrets that running processes may have: SECRET and PREVIOUS_SECRET of the process started last. */
const RECORD = { kind: 'SecretFingerprints', id: 'accepted' }

const toPayload = (fingerprints: readonly string[]) => JSON.stringify({ fingerprints })

/** 64 bits of a MAC of nothing: they tell secrets apart and do not reveal them. */
const calculateFingerprints = (signer: Signer) =>
  signer.macs('fingerprint', '').map(mac => mac.toString('hex').slice(0, 16))

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

/**
 * Refuses a process whose SECRET the other processes do not accept, with a ConfigError that names the variable: what it
 * signs would be refused by them. Remembers the fingerprints of its secrets, so that the steps of a rotation are
 * accepted one process after another, and a secret that is retired is not accepted any more. Atomic: of two processes that
 * start first with different secrets one is refused.
 */
export async function claimSecret(ctx: Pick<Context, 'db' | 'signer'>): Promise<void> {
  const fingerprints = calculateFingerprints(ctx.signer)
  await change(ctx, async tx => {
    await insertRecord(tx.db, { ...RECORD, payload: toPayload([]) })
    await lockRow(tx, 'oidc_records', RECORD)
    await checkSecret({ db: tx.db, signer: ctx.signer })
    await updateRecord(tx.db, RECORD, { payload: toPayload(fingerprints) })
  })
}

/** Refuses like claimSecret and remembers nothing, for commands, whose environment may be older than that of the processes. */
export async function checkSecret({ db, signer }: { db: Reader; signer: Signer }): Promise<void> {
  const acceptedFingerprints = await readAcceptedFingerprints(db)
  const [current = '', previous = ''] = calculateFingerprints(signer)
  const isAccepted =
    acceptedFingerprints.length > 0
      ? acceptedFingerprints.includes(current)
      : await hasSignedForDatabase(db, signer)
  if (isAccepted) return
  const advice = acceptedFingerprints.includes(previous)
    ? 'to replace it, first set PREVIOUS_SECRET to the new one in all processes'
    : 'set the same in all processes'
  throw new ConfigError([
    {
      variable: 'SECRET',
      message:
        `is not the secret of this database's other processes (fingerprint ${current}, theirs ${acceptedFingerprints.join(' and ') || 'unknown'}): ` +
        `${advice} (docs/operations.md, "Replacing the secret")`,
    },
  ])
}

/** Makes the secrets of this process the accepted ones, whatever the others have. */
async function adoptSecret(ctx: Context, by: string): Promise<void> {
  const fingerprints = calculateFingerprints(ctx.signer)
  await change(ctx, async tx => {
    await insertRecord(tx.db, { ...RECORD, payload: toPayload([]) })
    await updateRecord(tx.db, RECORD, { payload: toPayload(fingerprints) })
  })
  ctx.log.warn({ by, fingerprints }, 'secret adopted')
}

async function readAcceptedFingerprints(db: Reader): Promise<readonly string[]> {
  const record = await findRecord(db, RECORD)
  return (record?.payload.fingerprints as string[] | undefined) ?? []
}

/** Whether the database has no key for tokens, or one of this secret: releases without fingerprints left keys only. */
async function hasSignedForDatabase(db: Reader, signer: Signer): Promise<boolean> {
  const ids = await listSigningKeyIds(db)
  return ids.length === 0 || signer.deriveAll('signing-key').some(key => ids.includes(toKeyId(key)))
}
