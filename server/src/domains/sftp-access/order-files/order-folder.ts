import { Readable } from 'node:stream'
import { SFTP_FOLDERS } from '#contract/sftp-access.ts'
import type { Context } from '../../../context.ts'
import { getTranslator, type Translate } from '../../../platform/i18n/translate.ts'
import type { File, Folder } from '../files/node.ts'
import { findOrderFile, type ListedOrderFile, listOrderFiles } from '../store.ts'
import { ERROR_SUFFIX, ORDERED_SUFFIX } from './file-names.ts'
import { listProblems } from './report-result.ts'

/** Creates the folder of uploaded order files with their result files. */
export function createOrderFolder(
  ctx: Context,
  { accountId, locale }: { accountId: string; locale: string },
): Folder {
  const text = getTranslator(locale)
  return {
    kind: 'folder',
    name: SFTP_FOLDERS.orders.slice(1),
    modifiedAt: ctx.clock.now(),
    isWritable: true,
    list: async () =>
      (await listOrderFiles(ctx.db, accountId)).flatMap(file => [
        toFile(ctx, file),
        ...toResultFiles(file, text),
      ]),
  }
}

function toFile(ctx: Context, { account_id, name, size, modified_at }: ListedOrderFile): File {
  return {
    kind: 'file',
    name,
    size,
    modifiedAt: modified_at,
    isWritable: true,
    open: offset => ({ stream: Readable.from(readContent(ctx, account_id, name, offset)), start: offset }),
  }
}

async function* readContent(ctx: Context, accountId: string, name: string, offset: number) {
  const file = await findOrderFile(ctx.db, accountId, name)
  if (file) yield file.content.subarray(offset)
}

/** Returns no file while the order waits for the retailer. */
function toResultFiles(file: ListedOrderFile, text: Translate): File[] {
  const issues = file.state === 'refused' ? { order: file.refusal ?? 'gone' } : file.issues
  if (issues) {
    return [createResultFile(file, ERROR_SUFFIX, [text('order-file.refused'), ...listProblems(issues)])]
  }
  if (file.state !== 'ordered') return []
  return [createResultFile(file, ORDERED_SUFFIX, [text('order-file.ordered'), ...(file.order_codes ?? [])])]
}

function createResultFile(
  { name, modified_at }: ListedOrderFile,
  suffix: string,
  lines: readonly string[],
): File {
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`)
  return {
    kind: 'file',
    name: name + suffix,
    size: bytes.length,
    modifiedAt: modified_at,
    isWritable: true,
    open: offset => ({ stream: Readable.from([bytes.subarray(offset)]), start: offset }),
  }
}
