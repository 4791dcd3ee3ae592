import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { CreationOptions, RegistrationResponse } from '#contract/passkeys.ts'
import type { RequestOptions } from '../passkeys/assertion.ts'

interface Credential {
  id: string
  rpId: string
  userHandle: string
  privateKey: KeyObject
}

/** What an authenticator and its browser do at one moment. */
export interface Ceremony {
  /** The origin that the browser shows. */
  origin: string
  /** Whether the device verified its user; true by default. */
  userVerified?: boolean
  /** The counter of signatures; 0 by default, as synchronised passkeys have. */
  counter?: number
  /** The RP ID, where it is not that of the options. */
  rpId?: string
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }
const ES256 = -7

/** An authenticator with its passkeys (WebAuthn Level 3, 6): ECDSA with P-256, synchronised, without attestation. */
export class Authenticator {
  readonly credentials: Credential[] = []

  /** Makes a passkey; `aaguid` is the model of the authenticator. */
  create(
    options: CreationOptions,
    ceremony: Ceremony,
    aaguid = '00000000-0000-0000-0000-000000000000',
  ): RegistrationResponse {
    const rpId = ceremony.rpId ?? options.rp.id
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const rawId = randomBytes(20)
    const id = rawId.toString('base64url')
    this.credentials.push({ id, rpId, userHandle: options.user.id, privateKey })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const toBytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, ES256],
        [-1, 1],
        [-2, toBytes(x)],
        [-3, toBytes(y)],
      ]) as never,
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(rawId.length)
    const authData = Buffer.concat([
      createAuthenticatorData(rpId, ceremony, FLAGS.attested),
      Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
      length,
      rawId,
      coseKey,
    ])
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    )
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: createClientData('webauthn.create', options.challenge, ceremony.origin).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs in with the newest passkey of the RP ID. */
  get(options: Pick<RequestOptions, 'challenge' | 'rpId'>, ceremony: Ceremony) {
    const rpId = ceremony.rpId ?? options.rpId
    const credential = this.credentials.findLast(each => each.rpId === rpId)
    if (!credential) throw new Error(`There is no passkey for ${rpId}`)
    const authenticatorData = createAuthenticatorData(rpId, ceremony, 0)
    const clientData = createClientData('webauthn.get', options.challenge, ceremony.origin)
    const hash = createHash('sha256').update(clientData).digest()
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), credential.privateKey)
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: credential.userHandle,
      },
    }
  }
}

function createAuthenticatorData(
  rpId: string,
  { userVerified = true, counter = 0 }: Ceremony,
  flags: number,
): Buffer {
  const rest = Buffer.alloc(5)
  rest[0] =
    flags |
    FLAGS.userPresent |
    FLAGS.backupEligible |
    FLAGS.backedUp |
    (userVerified ? FLAGS.userVerified : 0)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
}

const createClientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** Reads the options of a page that offers a passkey. */
export function readPasskeyOptions<Options>(page: string): Options {
  const options = /data-options="([^"]+)"/.exec(page)?.[1]
  if (!options) throw new Error(`This page offers no passkey: ${page.slice(0, 400)}`)
  return JSON.parse(options.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
}
