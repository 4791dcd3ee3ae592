import type { Context } from '../../../context.ts'

/** Returns a key by which a phone recognizes the library of an earlier session, without access to it. */
export const createLibraryKey = ({ signer }: Pick<Context, 'signer'>, accountId: string) =>
  signer.macs('phone-library', accountId)[0]!.subarray(0, 16).toString('base64url')
