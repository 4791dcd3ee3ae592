import { ANONYMOUS, type PictureRow } from './store.ts'

/** Folder of an account's pictures. Anonymous pictures are in '-', which is no account id: ids contain a letter or digit. */
export const toPictureFolder = (accountId: string) =>
  `${accountId === ANONYMOUS ? '-' : accountId}/stored-pictures/`

/** Key of a picture's bytes. */
export const toPictureKey = ({ account_id, picture_id }: Pick<PictureRow, 'account_id' | 'picture_id'>) =>
  toPictureFolder(account_id) + picture_id
