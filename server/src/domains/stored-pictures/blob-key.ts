import { ANONYMOUS, type PictureRow } from './store.ts'

/**
 * Folder of an account's pictures. Anonymous pictures are in '-', which cannot be an account id: ids contain a letter or
 * digit.
 */
export const pictureFolder = (accountId: string) =>
  `${accountId === ANONYMOUS ? '-' : accountId}/stored-pictures/`

/** Key of a picture's bytes. */
export const pictureKey = ({ account_id, picture_id }: Pick<PictureRow, 'account_id' | 'picture_id'>) =>
  pictureFolder(account_id) + picture_id
