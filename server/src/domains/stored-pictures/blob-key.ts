import { ANONYMOUS, type PictureRow } from './store.ts'

/**
 * Returns the folder of an account's pictures. Anonymous pictures are in '-', which is not an account id: ids contain a
 * letter or digit.
 */
export const toPictureFolder = (accountId: string) =>
  `${accountId === ANONYMOUS ? '-' : accountId}/stored-pictures/`

/** Returns the key of a picture's bytes. */
export const toPictureKey = ({ account_id, picture_id }: Pick<PictureRow, 'account_id' | 'picture_id'>) =>
  toPictureFolder(account_id) + picture_id
